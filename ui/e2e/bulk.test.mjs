import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { changeField, fetched, openCampaign, openView, startsWith } from "./harness/steps.mjs";

const first = "Spring launch, DE";
const second = "Brand film, EMEA";

test("many campaigns are changed together, with the mouse", async (t) => {
  const { window } = await openApp(t, freshHome());
  await prepare(window);
  await openBulk(window);

  await t.test("expected refusals are shown before any change", async () => {
    await window.fill("combobox", "Field 1", "traff");
    await window.click("option", /^Trafficking mode/);
    await window.fill("combobox", "Value of Trafficking mode", "simple");
    const findings = await window.find("region", "Findings");
    await window.reads(/62000/, findings);
    await window.click("button", /62000/, findings);
    await window.find("grid", "Campaigns with this finding");
    await checkAppearance(window, "bulk-set");
  });

  await t.test("find and replace shows what differs", async () => {
    await window.click("tab", "Find and replace");
    await window.fill("textbox", "Find", "(\\w+) (launch|film)");
    await window.fill("combobox", "Replace with", "$1 {adv");
    await window.click("option", /^Advertiser/);
    await window.click("checkbox", "Regular expression");
    await window.reads(/Northwind/, await window.find("grid", "Will change"));
    await checkAppearance(window, "bulk-replace");
  });

  await t.test("an unknown token is refused with its place", async () => {
    await window.fill("combobox", "Replace with", "{nothing}");
    await window.reads(/Character 1: There is no field “nothing”/);
    await window.picture("bulk-refused-light");
    await window.fill("combobox", "Replace with", "$1 {brandName}");
  });

  await t.test("one click changes all drafts, undoes and redoes", async () => {
    await window.click("button", "Apply to 2 drafts");
    await window.find("button", "Undo in all drafts");
    await window.click("button", "Undo in all drafts");
    await window.click("button", "Redo in all drafts");
    await window.find("button", "Undo in all drafts");
    await checkAppearance(window, "bulk-made");
    await window.click("button", "Open drafts");
    await window.find("rowheader", /^Spring .*Outdoor|^Spring Northwind|^Spring /);
    await checkAppearance(window, "bulk-drafts");
    await window.click("button", /^Undo “Replace/);
    await window.find("rowheader", startsWith(first));
  });
});

test("many campaigns are changed together, by keyboard alone", async (t) => {
  const { window } = await openApp(t, freshHome());
  await prepare(window);
  await openView(window, "Drafts");
  await window.press(Key.chord(Key.CONTROL, "k"));
  await window.press("Edit all drafts");
  await window.press(Key.ENTER);
  await window.focused("combobox", "Field 1");
  await window.press("stat");
  await window.press(Key.ENTER, Key.TAB, Key.TAB);
  await window.focused("combobox", "Value of Status");
  await window.press("ARCHIVED");
  await window.find("button", "Apply to 2 drafts");
  await reach(window, "button", "Apply to 2 drafts");
  await window.press(Key.ENTER);
  await window.focused("heading", "Edit 2 campaigns");
  await reach(window, "button", "Undo in all drafts");
  await window.press(Key.SPACE);
  await window.find("button", "Redo in all drafts");
});

test("whatever is ticked in the list is edited together", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await window.fill("searchbox", "Search campaigns", "launch");
  await window.reads(/\d+ of \d+/, await window.find("search"));
  await window.click("checkbox", "Select all");
  await window.reads(/\d+ campaigns selected/);
  await window.press(Key.chord(Key.CONTROL, "e"));
  await window.focused("combobox", "Field 1");
  await window.press("notes");
  await window.press(Key.ENTER, Key.TAB, Key.TAB);
  await window.press("Checked.");
  await window.find("button", /^Apply to \d+ drafts$/);
  await checkAppearance(window, "bulk-ticked");
});

test("a bulk edit changes ticked rows, not listed ones", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await search(window, "spring range");
  await window.click("checkbox", "Select all");
  await window.reads(/\d+ campaigns selected/);
  await search(window, "summer sale");
  await window.reads(/\d+ campaigns selected, 0 of them in this list/);
  await window.find("gridcell", /^Summer sale/);
  const ticked = (done) => done(document.querySelectorAll("[role=row] input:checked").length);
  assert.equal(await window.measure(ticked), 0);

  await t.test("the pane lists those that were ticked", async () => {
    await window.press(Key.chord(Key.CONTROL, "e"));
    await window.focused("combobox", "Field 1");
    await window.press("notes");
    await window.press(Key.ENTER, Key.TAB, Key.TAB);
    await window.press("Checked.");
    await window.reads(/Spring range/, await window.find("grid", "Will change"));
    await checkAppearance(window, "bulk-elsewhere");
    await window.click("button", /^Apply to \d+ drafts$/);
  });

  await t.test("Review names them, and nothing else is changed", async () => {
    await window.find("button", "Undo in all drafts");
    await openView(window, "Review and send");
    await window.reads(/“Spring range/);
    assert.doesNotMatch(await window.text(), /Summer sale/);
    await window.picture("bulk-review-light");
  });

  await t.test("a click shows the drafts, Ctrl+Z undoes", async () => {
    await openView(window, "Campaigns");
    await window.click("button", "Show them");
    await window.find("gridcell", /^Spring range/);
    await window.picture("bulk-ticked-alone-light");
    await window.focus("grid", "Campaigns");
    await window.press(Key.chord(Key.CONTROL, "z"));
    await window.find("button", "Redo in all drafts");
    await openView(window, "Drafts");
    await window.gone("rowheader", /^Spring range/);
  });
});

/** Searches the list of campaigns. */
async function search(window, text) {
  await window.fill("searchbox", "Search campaigns", text);
  await window.reads(/\d+ of \d+/, await window.find("search"));
}

/** Tabs on until something has the focus. */
async function reach(window, role, name) {
  for (let step = 0; step < 40; step += 1) {
    if (await window.hasFocus(role, name)) return;
    await window.press(Key.TAB);
  }
  assert.fail(`Tab never reaches the ${role} ${name}`);
}

/** Two drafts. */
async function prepare(window) {
  await fetched(window);
  for (const name of [first, second]) {
    await openCampaign(window, name);
    await changeField(window, "Notes", "Approved on Friday.");
  }
}

async function openBulk(window) {
  await openView(window, "Drafts");
  await window.click("button", "Edit all drafts…");
  await window.find("heading", "Edit 2 campaigns");
}
