// The whole job by keyboard alone: 20 values by hand, 5,000 from a spreadsheet, the errors fixed, and all of it sent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { offerClipboard } from "./harness/clipboard.mjs";
import { Effort } from "./harness/effort.mjs";
import { closeWelcome, fetched } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const wrong = [17, 4000];
const copied = Array.from({ length: 5000 }, (_, at) =>
  [`Visit ${at}`, `visit|${at}`, "", "4401", wrong.includes(at) ? "wrong" : "52024"].join("\t"),
);

test("20 typed and 5,000 pasted values are sent by keyboard", async (t) => {
  const app = await openApp(t, freshHome());
  const { window } = app;
  await fetched(window);
  await closeWelcome(window);
  const effort = new Effort(window);
  const press = (...keys) => effort.press(...keys);
  const type = (text) => effort.type(text);

  await press(Key.chord(Key.CONTROL, "k"));
  await window.focused("combobox", "Search campaigns and commands");
  await type("New batch");
  await window.find("option", /New batch/);
  await press(Key.ENTER);
  await window.reads("Type here, or paste from a spreadsheet.");
  for (let at = 1; at <= 20; at += 1) {
    await type(`Cart ${at}`);
    await press(Key.TAB);
    await type(`cart|${at}`);
    if (at === 1) {
      await press(Key.TAB, Key.TAB);
      await type("4401");
      await press(Key.TAB);
      await type("52024");
    }
    await press(Key.ENTER);
  }
  await press(Key.chord(Key.CONTROL, Key.HOME), Key.RIGHT, Key.RIGHT, Key.RIGHT);
  await press(Key.chord(Key.CONTROL, Key.SHIFT, Key.END), Key.chord(Key.CONTROL, "d"));
  await window.reads(/20 rows/);
  await window.reads("No findings");

  const end = await offerClipboard({ UTF8_STRING: `${copied.join("\n")}\n` });
  await press(Key.chord(Key.CONTROL, Key.END), Key.DOWN, Key.HOME, Key.chord(Key.CONTROL, "v"));
  await window.reads(/5,020 rows/);
  end();
  for (const left of [1, 0]) {
    await window.reads(`${left + 1} error`);
    await press(Key.F8);
    await window.reads(/Activity ID:/);
    await type("52024");
    await press(Key.ENTER);
    await window.reads(left === 0 ? "No findings" : "1 error in 1 row");
  }
  await press(Key.chord(Key.CONTROL, Key.SHIFT, Key.ENTER));
  await window.reads(/5,020 rows would be created in 11 requests/);
  await press(Key.ENTER);
  let shown = "";
  while (!shown.includes("5020 confirmed.")) {
    const before = shown;
    shown = await eventually("progress of the send", async () => {
      const now = await window.text(await window.find("dialog", /^Send/));
      return now !== before && now;
    });
  }
  await press(Key.ENTER);
  await window.reads(/Open value \d+/);
  t.diagnostic(`${effort.keys} keys beside the typed text`);
  assert.ok(effort.keys <= 62, `${effort.keys} keys`);
});
