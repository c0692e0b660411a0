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

test("a rule is filled in and counted", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await choose(window, "rules of your own", /^Rules of your own/);
  await window.focused("button", "Add rule");
  await pictures(t, window, "own-rules-empty");
  await window.press(Key.ENTER);
  await window.focused("combobox", "Field of rule 1");
  await window.press("name", Key.ENTER);
  await window.choose("Requirement of rule 1", "must match");
  await window.focus("textbox", "Pattern of rule 1");
  await window.press("^[A-Z]{2} ", Key.TAB, Key.TAB, Key.TAB, "Put the country first.");
  await window.reads(/Finds\s+\d+ of \d+/);
  await window.press(Key.TAB, Key.ENTER);
  await window.focused("combobox", "Field of rule 2");
  await window.press("budg", Key.ENTER);
  await window.choose("Requirement of rule 2", "must be at least");
  await window.focus("textbox", "Number of rule 2");
  await window.press("ten");
  await window.tabTo("button", "Use these rules");
  await window.press(Key.ENTER);
  await window.focused("textbox", "Number of rule 2");
  await window.reads(/Finds\s+\d+ of \d+ campaigns/);
  await pictures(t, window, "own-rules-form");
  await window.resize(960, 600);
  await window.picture("own-rules-form-least");
  assert.deepEqual(await window.cutOff(), []);
  await window.press(Key.TAB, Key.TAB, Key.ENTER);
  await window.focused("button", "Remove rule 1");
  await window.press(Key.chord(Key.CONTROL, "z"));
  await window.focused("button", "Remove rule 2");
  await window.press(Key.ENTER);
  await window.focused("button", "Remove rule 1");
  await window.tabTo("button", "Use these rules");
  await window.press(Key.ENTER);
  await window.gone("dialog", "Rules of your own");
});

test("own rules typed by keyboard outlive the dialog", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await choose(window, "rules of your own", /^Rules of your own/);
  await goToJson(window);
  await window.press(Key.chord(Key.CONTROL, "a"), '{"severities": {"tidy-nam": "off"}}', Key.ESCAPE);
  await window.gone("dialog", "Rules of your own");
  await choose(window, "rules of your own", /^Rules of your own/);
  await goToJson(window);
  assert.equal(await fieldValue(window, textBox), '{"severities": {"tidy-nam": "off"}}');
  await window.press(Key.TAB, Key.TAB, Key.TAB, Key.ENTER);
  await window.reads(/tidy-nam: unknown rule/);
  await window.focused("textbox", textBox);
  await window.press(Key.chord(Key.CONTROL, "a"), '{"severities": {"tidy-name": "off"}}', Key.TAB, Key.TAB, Key.TAB, Key.ENTER);
  await window.gone("dialog", "Rules of your own");
});

async function openRules(window) {
  await choose(window, "rules of your own", /^Rules of your own/);
  await window.click("tab", "JSON");
  await window.find("textbox", textBox);
}

/** Opens the JSON of the rules by keyboard, from the button or the message in the form. */
async function goToJson(window) {
  await window.focused("button", /^(Add rule|Go to JSON)$/);
  await window.press(Key.chord(Key.SHIFT, Key.TAB), Key.ARROW_RIGHT, Key.TAB);
  await window.focused("textbox", textBox);
}
