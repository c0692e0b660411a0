import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { closeWelcome, fetched } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

function readNames(done) {
  const rows = [...document.querySelectorAll("[role=grid] .sheet-row.body")];
  done(rows.map((row) => row.querySelector("[role=gridcell] > .text")?.textContent));
}

test("selected campaigns are edited in a sheet", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await window.click("checkbox", "Select all");

  await t.test("the selection opens as a sheet", async () => {
    await window.click("button", "Open in sheet");
    await window.find("button", "Back to the list");
    await window.reads("Your edits are drafts until you send them.");
    await window.focused("textbox", /Name, row 1/);
  });

  await t.test("a cell is typed, and one undo takes it back", async () => {
    const [before] = await window.measure(readNames);
    await window.press("Renamed in the sheet", Key.ENTER);
    await window.reads("Saved");
    await checkAppearance(window, "object-sheet");
    assert.equal((await window.measure(readNames))[0], "Renamed in the sheet");
    await window.chord(Key.CONTROL, "z");
    await window.reads(before);
    await window.chord(Key.CONTROL, "y");
    await window.reads("Renamed in the sheet");
  });

  await t.test("findings are grouped by rule and column", async () => {
    await window.reads(/1 error in 1 row/);
    await window.chord(Key.CONTROL, Key.F8);
    await window.click("button", /1 row$/, await window.find("region", "Findings of all rows"));
    await window.find("button", "Show 1 row");
    await checkAppearance(window, "object-findings");
    await window.click("button", "Show 1 row");
    await eventually("one row", async () => (await window.measure(readNames)).length === 1);
    await window.click("button", "Close the findings");
  });

  await t.test("the draft is reviewed as any other", async () => {
    await window.click("button", "Back to the list");
    await window.find("grid", "Campaigns");
    await window.click("button", "Export and import");
    await window.find("menuitem", "Import changes from a file…");
    await window.press(Key.ESCAPE);
    await window.chord(Key.CONTROL, "3");
    await window.reads("Renamed in the sheet");
  });
});
