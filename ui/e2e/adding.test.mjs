import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { pictures } from "./harness/looks.mjs";
import { choose, fetched, fieldValue, openCampaign, openTab, openView, saved, setField, startsWith } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** Has members that no schema knows. */
const film = "Brand film, EMEA";
const spring = "Spring launch, DE";
const nameBox = "Name, exactly as the service spells it";
const valueBox = /^Value as JSON/;

test("fields of any name are added by mouse", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  await window.click("button", "Add a field…");
  await window.fill("textbox", nameBox, "seat.code");
  await window.fill("textbox", valueBox, '{"code": 7');
  await window.click("button", "Add field");
  await window.reads(/Line 1, column \d+/, await window.find("dialog", "Add a field"));
  await pictures(t, window, "adding-refused");
  await window.fill("textbox", valueBox, '{"code": 7.50}');
  await window.click("button", "Add field");
  await window.gone("dialog", "Add a field");
  await window.focused("textbox", "seat.code");
  await saved(window);
  assert.equal(await fieldValue(window, "seat.code"), '{"code": 7.50}', "the number is as it was typed");

  await window.click("button", "More for Privacy");
  await window.click("menuitem", "Add a field…");
  await window.fill("textbox", nameBox, "consentBy");
  await window.fill("textbox", valueBox, "the client");
  await window.click("button", "Add field");
  await window.click("button", "Add it as a text");
  await window.focused("textbox", "consentBy");

  await window.click("button", /^Flight 2/);
  await window.click("button", "Add a field…", await window.find("group", "Flight 2"));
  await window.find("dialog", "Add a field to Flight 2");
  await window.fill("textbox", nameBox, "perUser");
  await window.fill("textbox", valueBox, "3");
  await window.click("button", "Add field");
  await window.focused("textbox", "perUser");
  await pictures(t, window, "adding-added");
  await openTab(window, "Source");
  await window.click("checkbox", "Exactly as it is sent");
  await window.reads(/"consentBy": ?"the client"/);
  await window.reads(/"seat\.code": ?\{"code": 7\.50\}/);
});

test("adding and undoing by keyboard keeps the focus", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await choose(window, spring, new RegExp(`^${spring}`));
  await window.find("heading", spring);
  await choose(window, "add a field", /^Add a field/);
  await window.focused("textbox", nameBox);
  await window.press("pacing", Key.TAB, "0.45", Key.TAB, Key.TAB, Key.ENTER);
  await window.focused("textbox", "pacing");
  await saved(window);
  await window.press(Key.chord(Key.CONTROL, "z"));
  await window.gone("textbox", "pacing");

  await window.tabTo("button", "Add a field…");
  await window.press(Key.ENTER);
  await window.focused("textbox", nameBox);
  await window.press("pacing", Key.ESCAPE);
  await window.focused("button", "Add a field…");
  await window.press(Key.ENTER);
  assert.equal(await fieldValue(window, nameBox), "pacing", "what was typed is still there");
});

test("broken JSON survives kill -9 and is fixed", async (t) => {
  const home = freshHome();
  const first = await openApp(t, home);
  await fetched(first.window);
  await openCampaign(first.window, film);
  const typed = '{"days": [1, 2,';
  await setField(first.window, "legacyFlags", typed);
  await first.window.reads(/Line 1, column \d+.*kept as you typed it/, await first.window.find("region", "Findings"));
  await saved(first.window);
  await first.kill();

  const { window } = await openApp(t, home);
  await openView(window, "Drafts");
  await window.click("rowheader", startsWith(film));
  assert.equal(await fieldValue(window, "legacyFlags"), typed);
  await window.reads(/kept as you typed it/, await window.find("region", "Findings"));
  await window.press(Key.F8);
  await window.focused("textbox", "legacyFlags");
  await pictures(t, window, "adding-broken", () => window.press(Key.F8));
  await window.press(Key.chord(Key.CONTROL, Key.END));
  await window.press("3]}", Key.TAB);
  await eventually("the finding to go", async () => !/kept as you typed it/.test(await window.text()));
  await saved(window);
  await setField(window, "legacyFlags", "none any more");
  await window.click("button", "Make it a text");
  await eventually("a text", async () => (await fieldValue(window, "legacyFlags")) === '"none any more"');
});

test("learned fields appear in form and columns", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, film);
  await window.click("button", "Learn fields from a sample…");
  const sample = /^A campaign as JSON/;
  await window.fill("textbox", sample, '{"result": [7]}');
  await window.click("button", "Read this sample");
  await window.reads("Line 1, column 13: this is a number, not a campaign.");
  await pictures(t, window, "learning-refused");
  await window.fill("textbox", sample, '[{"mediaPlanRef": "MP-1", "pacing": 0.45, "tradingDesk": {"seat": "A7"}}]');
  await window.click("button", "Read this sample");
  await window.click("checkbox", /pacing/, await window.find("table", "Fields found"));
  await pictures(t, window, "learning-found");
  await window.click("button", "Learn 3 fields");
  await window.gone("dialog", "Learn fields from a sample");
  await window.focused("button", "Learn fields from a sample…");
  assert.equal(await fieldValue(window, "Media plan ref"), "MP-2041", "a text now, and no JSON");
  await window.click("button", "Learn fields from a sample…");
  await window.click("button", "Read the fetched campaigns");
  await window.find("button", "Forget Media plan ref");
  await pictures(t, window, "learning-again");
  await window.press(Key.ESCAPE);

  await window.click("button", "Columns");
  await window.fill("searchbox", "Find a field to add", "Media plan");
  await window.click("button", /^Add Media plan ref/);
  await window.press(Key.ESCAPE);
  await window.find("columnheader", "Media plan ref");
});

test("fields are learned and forgotten by keyboard alone", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await choose(window, film, new RegExp(`^${film}`));
  await window.find("heading", film);
  await choose(window, "learn fields", /^Learn fields/);
  await window.focused("textbox", /^A campaign as JSON/);
  await window.press('"MP-1"', Key.TAB, Key.ENTER);
  await window.reads("Line 1, column 1: this is a text, not a campaign.");
  await window.press(Key.chord(Key.SHIFT, Key.TAB), Key.chord(Key.CONTROL, "a"));
  await window.press('{"mediaPlanRef": "MP-1"}', Key.TAB, Key.ENTER);
  await window.tabTo("button", "Learn 1 field");
  await window.press(Key.ENTER);
  await window.gone("dialog", "Learn fields from a sample");
  await eventually("the learned text", async () => (await fieldValue(window, "Media plan ref")) === "MP-2041");
  await choose(window, "learn fields", /^Learn fields/);
  await window.tabTo("button", "Read the fetched campaigns");
  await window.press(Key.ENTER);
  await window.tabTo("button", "Forget Media plan ref");
  await window.press(Key.ENTER);
  await window.gone("button", "Forget Media plan ref");
  assert.ok(await window.hasFocus("dialog", "Learn fields from a sample"), "the focus stays in the dialog");
  await window.press(Key.ESCAPE);
  await eventually("JSON again", async () => (await fieldValue(window, "mediaPlanRef")) === '"MP-2041"');
});
