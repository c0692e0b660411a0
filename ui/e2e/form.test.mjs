import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { chooseTheme, fetched, openCampaign, openTab, saved, setField } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const spring = "Spring launch, DE";

/** What the flights are called, in order. */
async function flights(window) {
  const lines = await window.all("button", /^Flight \d/);
  const texts = await Promise.all(lines.map((line) => window.text(line)));
  return texts.map((text) => text.replace(/^Flight \d+ ([^·]*?) ?(·.*)?$/, "$1"));
}

async function flightsAre(window, ...names) {
  await eventually(`the flights ${names}`, async () => `${await flights(window)}` === `${names}`);
}

test("list items are added, moved and removed by keyboard", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  await flightsAre(window, "Prospecting", "Retargeting", "Last days");
  const [first] = await window.all("button", /^Flight 1/);
  await first.sendKeys(Key.chord(Key.ALT, Key.ARROW_DOWN));
  await flightsAre(window, "Retargeting", "Prospecting", "Last days");
  await window.focused("button", /^Flight 2/);
  await window.find("button", "Undo");
  await window.press(Key.ENTER);
  await window.find("textbox", "Pacing").catch(() => window.find("combobox", "Pacing"));
  await window.press(Key.DELETE);
  await flightsAre(window, "Retargeting", "Last days");
  await window.focused("button", /^Flight 2/);

  const add = await window.find("button", "Add flight");
  await add.sendKeys(Key.ENTER);
  await window.focused("textbox", "Name");
  await window.press("Encore", Key.TAB);
  await flightsAre(window, "Retargeting", "Last days", "Encore");
  await window.press(Key.chord(Key.ALT, Key.ARROW_UP));
  await flightsAre(window, "Retargeting", "Encore", "Last days");
  await saved(window);
  for (const back of [
    ["Retargeting", "Last days", "Encore"],
    ["Retargeting", "Last days", ""],
    ["Retargeting", "Last days"],
    ["Retargeting", "Prospecting", "Last days"],
    ["Prospecting", "Retargeting", "Last days"],
  ]) {
    await window.press(Key.chord(Key.CONTROL, "z"));
    await flightsAre(window, ...back);
  }
});

test("items are edited by mouse, F8 reaches nested fields", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  await window.click("button", "Move Flight 3 up");
  await flightsAre(window, "Prospecting", "Last days", "Retargeting");
  await window.click("button", /^Flight 3/);
  const flight = await window.find("group", "Flight 3");
  const [budget] = await window.all("textbox", "Budget", flight);
  await budget.click();
  await window.press(Key.chord(Key.CONTROL, "a"));
  await window.press("much", Key.TAB);
  await window.reads(/was “2500”/);
  await window.click("button", /^Flight 3/);
  await window.click("button", /Flight 3 › Budget/, await window.find("region", "Findings"));
  await eventually("the focus on the nested field", async () => {
    const [box] = await window.all("textbox", "Budget", await window.find("group", "Flight 3"));
    return box && (await box.getAttribute("value")) === "much" && (await window.isFocused(box));
  });
  await window.click("button", "Revert Flights");
  await flightsAre(window, "Prospecting", "Retargeting", "Last days");
});

test("absent, null and empty exist for every kind", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  for (const label of ["Landing page", "Budget", "Start", "Labels", "Flights", "Privacy"]) {
    await t.test(label, async () => {
      await window.click("button", `More for ${label}`);
      await window.click("menuitem", "Set to null");
      await window.find("button", `Revert ${label}`);
      await window.click("button", `More for ${label}`);
      await window.click("menuitem", "Remove this field");
      await window.click("button", `Revert ${label}`);
      await window.gone("button", `Revert ${label}`);
      await saved(window);
    });
  }
  await setField(window, "Landing page", "");
  await window.reads("empty text");
  await saved(window);
  await openTab(window, "Changes");
  await window.reads(/Landing page.*empty text/);
});

test("the form is accessible and fits 1100 by 700", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  await window.click("button", "Move Flight 2 up");
  await window.click("button", /^Flight 3/);
  await window.click("button", "Add flight");
  await window.focused("textbox", "Name");
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    await (await window.find("button", /^Flight 1/)).sendKeys(Key.SHIFT);
    await window.picture(`form-lists-${theme}`);
    await (await window.find("combobox", "Verification")).click();
    await window.press(Key.ESCAPE);
    await window.picture(`form-groups-${theme}`);
    assert.deepEqual(await window.violations(), []);
  }
  await chooseTheme(window, "Light theme");
  await window.resize(1100, 700);
  await (await window.find("button", /^Flight 1/)).sendKeys(Key.SHIFT);
  await window.picture("form-lists-small");
  assert.deepEqual(await window.cutOff(), []);
});
