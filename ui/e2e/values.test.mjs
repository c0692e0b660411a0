import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { choose, closeWelcome, fetched } from "./harness/steps.mjs";

test("retargeting values are fetched, searched and opened", async (t) => {
  const home = freshHome();
  const first = await openApp(t, home);
  let { window } = first;
  await fetched(window);
  await closeWelcome(window);

  await t.test("a list without values says how to fetch them", async () => {
    await window.chord(Key.CONTROL, Key.SHIFT, "d");
    await window.reads("No retargeting values here yet");
    await window.picture("values-none");
  });

  await t.test("the values come, with their number in the navigation", async () => {
    await window.click("button", "Fetch the retargeting values");
    await window.find("grid", "Retargeting values");
    await window.find("button", /^On the service ?[\d,]+$/, await window.find("navigation", "Views"));
    await checkAppearance(window, "values-list");
  });

  await t.test("a search narrows the list", async () => {
    await window.fill("searchbox", "Search values", "nothing is called this");
    await window.reads("Nothing found");
    await window.click("button", "Clear search and filters");
    await window.find("grid", "Retargeting values");
  });

  await t.test("the service answers the same filters", async () => {
    await window.chord(Key.CONTROL, Key.SHIFT, "f");
    await window.click("button", "Add a condition");
    await checkAppearance(window, "values-conditions");
    await window.click("button", "Ask the service");
    await window.reads(/The service found 275 values/);
    await window.click("button", "Back to this computer");
    await window.click("button", "Close the conditions");
  });

  await t.test("the list is exported as a workbook", async () => {
    await choose(window, "Excel", /Export the list as an Excel workbook/);
    await window.reads(/values are in .*values\.xlsx/);
    await window.click("button", "Export");
    await window.find("menuitem", "Export the list as CSV");
    await window.picture("values-export");
    await window.press(Key.ESCAPE);
  });

  await t.test("by keyboard: a value opens read-only, with the reason", async () => {
    await window.chord(Key.CONTROL, Key.SHIFT, "d");
    await window.focused("grid", "Retargeting values");
    await window.press(Key.ENTER);
    await window.find("tab", "Fields");
    await window.reads(/The service cannot change a retargeting value/);
    await checkAppearance(window, "values-open");
  });

  await t.test("after a restart the list works without the service", async () => {
    await first.close();
    ({ window } = await openApp(t, home));
    await window.chord(Key.CONTROL, Key.SHIFT, "d");
    await window.find("grid", "Retargeting values");
  });
});
