import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { choose, chooseTheme, fetched, fieldValue, openCampaign, saved } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

async function shows(window, label, value) {
  await eventually(`${label} to be ${value}`, async () => (await fieldValue(window, label)) === value);
}

async function look(window, name) {
  await window.picture(name);
  assert.deepEqual(await window.violations(), []);
  assert.deepEqual(await window.cutOff(), []);
}

async function inBothThemes(window, name) {
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    await window.focus("textbox", "End");
    await window.press("tomorrow 14:30");
    await window.reads(/\d{4}, 14:30/);
    await look(window, `${name}-preview-${theme}`);
    await window.press(Key.ESCAPE, Key.ARROW_DOWN);
    await window.find("dialog", "Calendar for End");
    await look(window, `${name}-calendar-${theme}`);
    await window.press(Key.ESCAPE);
    await window.press(Key.chord(Key.CONTROL, "a"));
  }
}

test("dates are typed, chosen and filtered by keyboard", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");

  await t.test("a typed date is saved by Enter", async () => {
    await window.focus("textbox", "End");
    await window.press(Key.chord(Key.CONTROL, "a"), "31.12.2027");
    await window.reads(/Fri 31 Dec 2027, 00:00/);
    await window.press(Key.ENTER);
    await shows(window, "End", "2027-12-31 00:00");
    await saved(window);
  });

  await t.test("a day is chosen in the calendar", async () => {
    await window.press(Key.ARROW_DOWN);
    await window.focused("button", "Friday 31 December 2027");
    await window.press(Key.ARROW_RIGHT);
    await window.focused("button", "Saturday 1 January 2028");
    await window.press(Key.PAGE_DOWN);
    await window.focused("button", "Tuesday 1 February 2028");
    await window.press(Key.ENTER);
    await shows(window, "End", "2028-02-01 00:00");
    await window.focused("textbox", "End");
    await saved(window);
  });

  await t.test("a text that is no date says why", async () => {
    await window.press(Key.chord(Key.CONTROL, "a"), "31.02.2027");
    await window.reads(/The calendar has no day “31.02.2027”/);
    await look(window, "dates-problem");
    await window.press(Key.chord(Key.CONTROL, "a"));
  });

  await t.test("each theme shows them, accessible and whole", () => inBothThemes(window, "dates"));

  await t.test("a small window shows the calendar whole", async () => {
    await window.resize(960, 600);
    await window.focus("textbox", "End");
    await window.press(Key.ARROW_DOWN);
    await window.find("dialog", "Calendar for End");
    await look(window, "dates-calendar-small");
    await window.press(Key.ESCAPE);
    await window.resize(1440, 900);
  });
});

test("a filter takes a range of dates", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await window.click("button", "Filter");
  await window.press(Key.END, Key.ENTER);
  await window.focused("button", "Add a condition");
  await window.press(Key.ENTER);
  await window.choose("Field of condition 1 in group 1", "End");
  await window.focus("textbox", "End from");
  await window.press("1 Jan 2020", Key.TAB, "31.12.2030");
  await window.reads(/Tue 31 Dec 2030/);
  await window.press(Key.TAB);
  await window.reads(/End is from 2020-01-01 00:00 to 2030-12-31 23:59:59.999/);
  await look(window, "dates-filter");
  await window.click("button", "Last month");
  await window.reads(/End is from \d{4}-\d\d-01 00:00 to/);
  await chooseTheme(window, "Dark theme");
  await look(window, "dates-filter-dark");
});

test("the calendar fits with large text", async (t) => {
  const { window } = await openApp(t, freshHome(), { env: { GDK_DPI_SCALE: "2" } });
  await fetched(window);
  await choose(window, "Spring launch, DE", /Spring launch, DE/);
  await window.find("heading", "Spring launch, DE");
  await window.focus("textbox", "End");
  await window.press(Key.ARROW_DOWN);
  await window.find("dialog", "Calendar for End");
  await window.picture("dates-calendar-large-text");
  // The calendar covers other fields, which axe would call too small.
  assert.deepEqual(await window.cutOff(), []);
});
