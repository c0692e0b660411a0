// Edits the drafts with the given names and prints how long each edit took to show fresh findings, in milliseconds: a
// JSON object with a list for each name. Usage: node edit.mjs HOME NAME...

import { argv } from "node:process";

import { openApp } from "../harness/app.mjs";
import { openDraft, saved } from "../harness/steps.mjs";
import { measureEditing } from "./in-page.mjs";

/** How often each draft is edited, in turns with the others. */
const rounds = 4;
/** How often a name is changed and changed back in one round. */
const turns = 5;

const [, , home, ...names] = argv;
const closers = [];
const app = await openApp({ after: (close) => closers.push(close) }, home);
try {
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      await openDraft(app.window, name);
      const measured = await app.window.measure(measureEditing, turns);
      // The first round warms up.
      if (round > 0) times[name].push(...measured);
      await saved(app.window);
    }
  }
  console.log(JSON.stringify(times));
} finally {
  for (const close of closers) await close();
}
