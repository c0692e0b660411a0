import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { openService } from "./harness/service.mjs";
import { fetched, openCampaign, saved } from "./harness/steps.mjs";

const spring = "Spring launch, DE";
const flights = Array.from({ length: 1000 }, (_, nth) => ({ type: "Flight", name: `No. ${nth + 1}`, budget: nth + 0.5 }));

/** The app with a campaign open that has a thousand flights. */
async function openLongList(t) {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  const service = await openService(t, home);
  await service.touch(1072288341, { flights });
  await window.click("button", "Fetch latest");
  await openCampaign(window, spring);
  await window.reads("1,000 flights");
  const drawn = await window.all("button", /^Flight \d+/);
  assert.ok(drawn.length > 5 && drawn.length < 50, `only the lines in sight are drawn: ${drawn.length}`);
  return window;
}

test("a thousand items are browsed and changed by keyboard", async (t) => {
  const window = await openLongList(t);
  await window.focus("button", /^Flight 1 /);
  await window.press(Key.ARROW_DOWN, Key.ARROW_DOWN, Key.PAGE_DOWN);
  await window.press(Key.END);
  await window.focused("button", /^Flight 1000 No\. 1000/);
  await window.press(Key.chord(Key.ALT, Key.ARROW_UP));
  await window.focused("button", /^Flight 999 No\. 1000/);
  await window.press(Key.HOME);
  await window.focused("button", /^Flight 1 No\. 1 /);
  await window.press(Key.DELETE);
  await window.focused("button", /^Flight 1 No\. 2 /);
  await window.reads("999 flights");
  await window.press(Key.ENTER);
  await window.find("group", "Flight 1");
  for (const before of ["Revert Flights", "Add flight"]) {
    await window.press(Key.chord(Key.SHIFT, Key.TAB));
    await window.focused("button", before);
  }
  await window.press(Key.ENTER);
  await window.focused("textbox", "Name");
  await window.press("Encore", Key.TAB);
  await window.find("group", "Flight 1000");
  await saved(window);
  await window.press(Key.chord(Key.CONTROL, "z"));
  await window.press(Key.chord(Key.CONTROL, "z"));
  await window.reads("999 flights");
  await window.press(Key.chord(Key.CONTROL, "z"));
  await window.reads("1,000 flights");
});

test("a thousand items are opened and changed by mouse", async (t) => {
  const window = await openLongList(t);
  await window.click("button", /^Flight 3 /);
  await window.click("textbox", "Budget", await window.find("group", "Flight 3"));
  await window.press(Key.chord(Key.CONTROL, "a"));
  await window.press("7.50", Key.TAB);
  await window.find("button", "Revert Budget");
  await window.click("button", "Move Flight 3 up");
  await window.focused("button", /^Flight 2 No\. 3 /);
  const [name] = await window.all("textbox", "Name", await window.find("group", "Flight 2"));
  assert.equal(await name.getAttribute("value"), "No. 3", "the fields below are those of the item that moved");
  await window.click("button", "Remove Flight 1");
  await window.focused("button", /^Flight 1 No\. 3 /);
  await window.click("button", "Add flight");
  await window.click("button", /Flight 1000 › Name/, await window.find("region", "Findings"));
  await window.focused("textbox", "Name");
  for (const theme of ["light", "dark"]) {
    await window.setTheme(theme);
    await window.picture(`long-list-${theme}`);
    assert.deepEqual(await window.violations(), []);
  }
  await window.setTheme("light");
  await window.resize(1100, 700);
  await window.picture("long-list-small");
  assert.deepEqual(await window.cutOff(), []);
});
