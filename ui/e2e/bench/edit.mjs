// Types into a draft and prints how long each key took to show fresh findings, and in a bare page that repeats its text to
// be seen, in milliseconds, as JSON.
// Usage: node edit.mjs HOME NAME

import { argv } from "node:process";

import { openApp } from "../harness/app.mjs";
import { openDraft } from "../harness/steps.mjs";
import { measureEditing, measureTyping } from "./in-page.mjs";

/** How often the name is changed and changed back: first to warm up, then timed. */
const warmUp = 3;
const turns = 8;

const [, , home, name] = argv;
const closers = [];
const app = await openApp({ after: (close) => closers.push(close) }, home);
try {
  await app.window.find("gridcell", /^\d{10}$/);
  // A search needs the whole list in memory, which takes seconds for a million campaigns.
  await app.window.measure(measureTyping, { text: "e" });
  await openDraft(app.window, name);
  await app.window.measure(measureEditing, { turns: warmUp });
  const times = await app.window.measure(measureEditing, { turns });
  const echo = await app.window.measure(measureTyping, { text: name, bare: true });
  console.log(JSON.stringify({ ...times, echo }));
} finally {
  for (const close of closers) await close();
}
