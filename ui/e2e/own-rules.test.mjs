import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { pictures } from "./harness/looks.mjs";
import { choose, fetched, fieldValue, openCampaign } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const spring = "Spring launch, DE";
const textBox = "Rules, as JSON";
const message = /The name does not begin with the country/;

test("own rules are written and removed by mouse", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  await openRules(window);
  await window.fill("textbox", textBox, '{"rule": []}');
  await window.click("button", "Use these rules");
  await window.reads(/Line 1, column 10: “rule” is not known here/, await window.find("dialog", "Rules of your own"));
  await pictures(t, window, "own-rules-refused");
  await window.click("button", "Insert an example");
  await window.click("button", "Use these rules");
  await window.gone("dialog", "Rules of your own");
  await window.reads(message);
  await pictures(t, window, "own-rules-found");

  await openRules(window);
  await window.fill("textbox", textBox, "");
  await window.click("button", "Use these rules");
  await window.gone("dialog", "Rules of your own");
  await eventually("no finding of a rule that is gone", async () => !message.test(await window.text()));
});

test("own rules typed by keyboard outlive the dialog", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await choose(window, "rules of your own", /^Rules of your own/);
  await window.focused("textbox", textBox);
  await window.press(Key.chord(Key.CONTROL, "a"), '{"severities": {"tidy-nam": "off"}}', Key.ESCAPE);
  await window.gone("dialog", "Rules of your own");
  await choose(window, "rules of your own", /^Rules of your own/);
  await window.focused("textbox", textBox);
  assert.equal(await fieldValue(window, textBox), '{"severities": {"tidy-nam": "off"}}');
  await window.press(Key.TAB, Key.TAB, Key.TAB, Key.ENTER);
  await window.reads(/tidy-nam: unknown rule/);
  await window.press(Key.chord(Key.SHIFT, Key.TAB), Key.chord(Key.SHIFT, Key.TAB), Key.chord(Key.SHIFT, Key.TAB));
  await window.press(Key.chord(Key.CONTROL, "a"), '{"severities": {"tidy-name": "off"}}', Key.TAB, Key.TAB, Key.TAB, Key.ENTER);
  await window.gone("dialog", "Rules of your own");
});

async function openRules(window) {
  await choose(window, "rules of your own", /^Rules of your own/);
  await window.find("textbox", textBox);
}
