import assert from "node:assert/strict";
import { test } from "node:test";

import { By, Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { closeWelcome, fetched, openReceipt, openView, startsWith } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** How many rows are drawn at most, of however many. */
const drawnAtMost = 80;

test("hundreds of drafts are searched, fixed, discarded and sent", async (t) => {
  const { window } = await openApp(t, freshHome());
  const { all, wrong } = await manyDrafts(window);
  const chip = (label, count) => window.find("button", `${label} ${count}`);

  await t.test("only visible rows are drawn, to the last", async () => {
    await chip("All", all);
    await window.find("row", /^.*Always-on/);
    await window.scrollToEnd("grid", "Drafts");
    await rowAt(window, all);
    assert.ok((await window.all("row")).length < drawnAtMost);
    await checkAppearance(window, "drafts-many");
  });

  await t.test("those with errors are filtered, and sorted by name", async () => {
    await window.click("button", `With errors ${wrong}`);
    await window.click("button", "Name", await window.find("grid", "Drafts"));
    await window.find("columnheader", /^Name/);
    await rowAt(window, 1, /1 error/);
    await window.fill("searchbox", "Search drafts", "spring launch, de");
    await window.reads(`1 of ${wrong}`);
    await window.fill("searchbox", "Search drafts", "nothing like it");
    await window.find("heading", "Nothing found");
    await window.click("button", "Clear the search");
    await rowAt(window, wrong > 12 ? 12 : wrong, /error/);
  });

  await t.test("all of these are edited together, and ready then", async () => {
    await window.click("checkbox", "Select all");
    await window.reads(`${wrong} drafts selected`);
    await checkAppearance(window, "drafts-errors");
    await window.click("button", "Edit selected…");
    await window.fill("combobox", "Field 1", "traff");
    await window.click("option", /^Trafficking mode/);
    await window.fill("combobox", "Value of Trafficking mode", "advanced");
    await window.click("button", `Apply to ${wrong} drafts`);
    await window.click("button", "Open drafts");
    // One has had another error from the start.
    await chip("With errors", 1);
    await chip("Ready", all - 1);
    await window.click("button", `All ${all}`);
    await rowAt(window, 12);
    await window.click("button", "Clear selection");
  });

  await t.test("several drafts are discarded and restored in one step", async () => {
    for (const row of [1, 2, 3]) await (await tickOf(window, row)).click();
    await window.reads("3 drafts selected");
    await window.click("button", "Discard");
    await window.reads("3 drafts discarded.");
    await chip("All", all - 3);
    await window.click("button", "Discarded 3");
    await window.find("button", startsWith("Restore draft of"));
    await checkAppearance(window, "drafts-discarded");
    // The last message is the one of this.
    await (await window.all("button", "Undo", await window.find("log", "Messages"))).at(-1).click();
    await chip("All", all);
    await window.find("heading", "Nothing here");
    await window.click("button", "Show all drafts");
  });

  await t.test("selected drafts are reviewed and sent, others stay", async () => {
    for (const row of [1, 2]) await (await tickOf(window, row)).click();
    await window.click("button", "Review");
    await window.reads("Only your 2 selected drafts.");
    await window.reads(/1 changed · \d+ unchanged · 0 dropped/);
    await checkAppearance(window, "review-alone");
    const row = await window.find("rowheader", undefined, await window.find("grid", "Drafts to send"));
    const name = await row.findElement(By.css("[title]")).getAttribute("title");
    await window.fill("textbox", "Your name in the receipts", "Mara Lindgaard");
    await window.click("button", "Send 2 to Practice");
    await window.find("button", "Show receipts");
    await checkAppearance(window, "review-sent");
    await window.click("button", "Review the rest");
    await window.find("button", `All ${all - 2}`);
    await checkAppearance(window, "review-many");
    await window.reads("Confirmed", await openReceipt(window, name));
  });
});

test("the same by keyboard alone", async (t) => {
  const { window } = await openApp(t, freshHome());
  const { all, wrong } = await manyDrafts(window);

  await t.test("each view focuses what the arrow keys move", async () => {
    for (const [key, name] of [
      ["2", "Drafts"],
      ["3", "Drafts to send"],
      ["1", "Campaigns"],
    ]) {
      await window.chord(Key.CONTROL, key);
      await window.focused("grid", name);
    }
    await window.chord(Key.CONTROL, "4");
    await window.focused("heading", "Sent");
    await window.chord(Key.CONTROL, "5");
    await window.focused("button", "Open campaigns");
    await window.chord(Key.CONTROL, "2");
    await window.focused("grid", "Drafts");
  });

  await t.test("End jumps to the end, F8 between findings", async () => {
    await window.press(Key.END);
    await currentReads(window, all);
    await window.press(Key.F8);
    await currentShows(window, /1 error/);
    await window.press(Key.chord(Key.CONTROL, "f"));
    await window.focused("searchbox", "Search drafts");
    await window.tabTo("button", startsWith("All "));
    await window.press(Key.ARROW_RIGHT, Key.ARROW_RIGHT);
    await window.focused("button", `With errors ${wrong}`);
    await window.press(Key.SPACE);
    await window.tabTo("grid", "Drafts");
    await currentShows(window, /1 error/);
  });

  await t.test("a range is ticked, edited, and mended", async () => {
    await window.press(Key.HOME, Key.chord(Key.SHIFT, Key.ARROW_DOWN), Key.chord(Key.SHIFT, Key.ARROW_DOWN));
    await window.reads("3 drafts selected");
    await window.press(Key.chord(Key.CONTROL, "e"));
    await window.focused("combobox", "Field 1");
    await window.press("traff");
    await window.press(Key.ENTER, Key.TAB, Key.TAB);
    await window.focused("combobox", "Value of Trafficking mode");
    await window.press("advanced");
    await window.find("button", "Apply to 3 drafts");
    await window.tabTo("button", "Apply to 3 drafts");
    await window.press(Key.ENTER);
    await window.focused("heading", "Edit 3 campaigns");
    await window.chord(Key.CONTROL, "2");
    await window.find("button", `With errors ${wrong - 3}`);
    await window.focused("grid", "Drafts");
  });

  await t.test("Delete discards ticked drafts, Ctrl+F6 leads to undo", async () => {
    await window.press(Key.ESCAPE, Key.HOME, Key.SPACE);
    await window.reads("1 draft selected");
    await window.press(Key.chord(Key.SHIFT, Key.ARROW_DOWN));
    await window.reads("2 drafts selected");
    await window.press(Key.DELETE);
    await window.reads("2 drafts discarded.");
    await window.find("button", `All ${all - 2}`);
    await window.focused("grid", "Drafts");
    await window.chord(Key.CONTROL, Key.F6);
    await window.focused("button", "Undo");
    await window.press(Key.ENTER);
    await window.find("button", `All ${all}`);
  });

  await t.test("unticked drafts are left out of the send", async () => {
    await window.chord(Key.CONTROL, "3");
    await window.focused("grid", "Drafts to send");
    await window.press(Key.ESCAPE);
    await window.find("button", "Send 0 to Practice");
    await window.press(Key.HOME, Key.F8);
    await window.reads(/Override/, await window.find("region", "What would be sent"));
    await window.tabTo("button", startsWith("All "));
    await window.press(Key.ARROW_RIGHT);
    await window.focused("button", startsWith("Ready"));
    await window.press(Key.SPACE);
    await window.tabTo("grid", "Drafts to send");
    await window.press(Key.HOME, Key.chord(Key.SHIFT, Key.ARROW_DOWN));
    await window.find("button", "Send 2 to Practice");
    await window.tabTo("textbox", "Your name in the receipts");
    await window.chord(Key.CONTROL, "a");
    await window.press("Mara Lindgaard");
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.find("button", "Show receipts");
    await window.chord(Key.CONTROL, "4");
    await window.focused("grid", "Sent items");
    await window.reads(/Confirmed/, await window.find("grid", "Sent items"));
  });
});

test("empty views say so in both themes", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openView(window, "Drafts");
  await window.find("heading", "No drafts");
  await checkAppearance(window, "drafts-none");
  await openView(window, "Review and send");
  await window.find("heading", "Nothing to send");
  await checkAppearance(window, "review-none");
});

/** A draft for every campaign; those that leave the advanced mode with placements have an error. How many there are. */
async function manyDrafts(window) {
  await fetched(window);
  await closeWelcome(window);
  await window.click("checkbox", "Select all");
  await window.click("button", "Edit selected…");
  await window.fill("combobox", "Field 1", "notes");
  await window.click("option", /^Notes/);
  await window.fill("textbox", "Value of Notes", "Checked in November.");
  await window.click("button", "Another field");
  await window.fill("combobox", "Field 2", "traff");
  await window.click("option", /^Trafficking mode/);
  await window.fill("combobox", "Value of Trafficking mode", "simple");
  await window.reads(/62000/, await window.find("region", "Findings"));
  await window.click("button", /^Apply to [\d,]+ drafts$/);
  await window.click("button", "Open drafts");
  const count = async (label) => Number((await window.reads(new RegExp(`${label} (\\d+)`), await window.find("group", "Show")))[1]);
  const counted = { all: await count("All"), wrong: await count("With errors") };
  assert.ok(counted.all > 300 && counted.wrong > 20, JSON.stringify(counted));
  return counted;
}

/** The row at a place, counted from 1, once it shows what it should. */
async function rowAt(window, place, text = /\d/) {
  const rows = await window.find("grid", "Drafts");
  return eventually(`row ${place}`, async () => {
    for (const row of await window.all("row", undefined, rows)) {
      if ((await row.getAttribute("aria-rowindex")) === String(place + 1) && text.test(await row.getText())) return row;
    }
    return null;
  });
}

async function tickOf(window, place) {
  return window.find("checkbox", undefined, await rowAt(window, place));
}

/** The row that the keys act on. */
async function current(window) {
  return eventually("the row under the cursor", () => window.activeRow());
}

async function currentReads(window, place) {
  await eventually(
    `the cursor in row ${place}`,
    async () => (await (await current(window)).getAttribute("aria-rowindex")) === String(place + 1),
  );
}

/** Waits until the keys act on a row with a text; which row that is may still change. */
async function currentShows(window, text) {
  await eventually(`a row with ${text} under the cursor`, async () => text.test(await window.text(await current(window))));
}
