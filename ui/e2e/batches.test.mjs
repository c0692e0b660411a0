import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { clipboard, offerClipboard } from "./harness/clipboard.mjs";
import { drag } from "./harness/drag.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { choose, closeWelcome, fetched } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** A block as a spreadsheet copies it: shown with a group separator in the text, exact in the HTML. */
const spreadsheet = {
  UTF8_STRING: "Cart 4\tcart|4\t\t4,401\t52024\nCart 5\tcart|5\t\t4,401\t52024\n",
  "text/html": `<html><body><table>
    <tr><td>Cart 4</td><td>cart|4</td><td></td><td sdval="4401" sdnum="1033;0;#,##0">4,401</td><td sdval="52024" sdnum="1033;">52024</td></tr>
    <tr><td>Cart 5</td><td>cart|5</td><td></td><td sdval="4401" sdnum="1033;0;#,##0">4,401</td><td sdval="52024" sdnum="1033;">52024</td></tr>
  </table></body></html>`,
};

function readRows(done) {
  const rows = [...document.querySelectorAll("[role=grid] .sheet-row.body:not(.new)")];
  done(rows.map((row) => [...row.querySelectorAll("[role=gridcell] > .text")].map((cell) => cell.textContent)));
}

test("a batch is entered like a spreadsheet", async (t) => {
  const home = freshHome();
  let app = await openApp(t, home);
  let { window } = app;
  await fetched(window);
  await closeWelcome(window);

  /** Returns the texts of the visible rows, without the new row. */
  const rows = () => window.measure(readRows);
  const reads = (expected) =>
    eventually(`the rows ${JSON.stringify(expected)}`, async () => {
      const names = (await rows()).map((cells) => cells[0]);
      return JSON.stringify(names) === JSON.stringify(expected);
    });
  const isSaved = () => window.reads("Saved");

  await t.test("an empty list says how to begin", async () => {
    await choose(window, "Batches of", /Batches of retargeting values/);
    await window.reads("No batches yet");
    await checkAppearance(window, "batches-none");
  });

  await t.test("three rows are typed by keyboard alone", async () => {
    await choose(window, "New batch", /New batch/);
    await window.reads("Type here, or paste from a spreadsheet.");
    for (const at of [1, 2, 3]) {
      await window.press(`Cart ${at}`, Key.TAB, `cart|${at}`, Key.TAB, Key.TAB, "4401", Key.TAB, at === 2 ? "wrong" : "52024");
      await window.press(Key.ENTER);
    }
    await reads(["Cart 1", "Cart 2", "Cart 3"]);
    await isSaved();
    assert.deepEqual((await rows())[0], ["Cart 1", "cart|1", "", "4401", "52024"]);
  });

  await t.test("findings are grouped by rule and column", async () => {
    await window.reads("1 error in 1 row");
    await window.chord(Key.CONTROL, Key.F8);
    await window.click("button", /Activity ID: Value of the wrong type/);
    await window.find("button", "Replace “wrong”");
    await checkAppearance(window, "batch-findings");
    await window.click("button", "Show 1 row");
    await reads(["Cart 2"]);
    await window.click("button", /^Activity ID/);
    await reads(["Cart 1", "Cart 2", "Cart 3"]);
    await window.click("button", "Close the findings");
  });

  await t.test("the next finding is fixed in place", async (part) => {
    await window.reads("1 error in 1 row");
    await checkAppearance(window, "batch-sheet");
    await window.focus("grid");
    await window.chord(Key.CONTROL, Key.HOME);
    await window.press(Key.F8);
    await window.reads(/Row 2/);
    await window.press(Key.F2);
    await pictures(part, window, "batch-editor");
    await window.chord(Key.CONTROL, "a");
    await window.press("52024", Key.ENTER);
    await window.reads("No findings");
    assert.equal((await rows())[1][4], "52024");
  });

  await t.test("a block is pasted from another program", async () => {
    const end = await offerClipboard(spreadsheet);
    await window.chord(Key.CONTROL, Key.HOME);
    for (let at = 0; at < 3; at += 1) await window.press(Key.DOWN);
    await window.chord(Key.CONTROL, "v");
    await reads(["Cart 1", "Cart 2", "Cart 3", "Cart 4", "Cart 5"]);
    end();
    assert.equal((await rows())[3][3], "4401");
    await window.picture("batch-pasted");
  });

  await t.test("undo and redo take the paste as one step", async () => {
    await window.chord(Key.CONTROL, "z");
    await reads(["Cart 1", "Cart 2", "Cart 3"]);
    await window.chord(Key.CONTROL, "y");
    await reads(["Cart 1", "Cart 2", "Cart 3", "Cart 4", "Cart 5"]);
  });

  await t.test("names are replaced after a preview", async () => {
    await window.chord(Key.CONTROL, Key.HOME);
    await window.chord(Key.CONTROL, "h");
    await window.press("cart (\\d)", Key.TAB, "Item $1 of {row:00}", Key.TAB, Key.TAB, Key.TAB, Key.SPACE);
    await window.reads("5 cells in 5 rows will change.");
    await checkAppearance(window, "batch-replace");
    await window.click("button", "Replace 5 cells");
    await reads([1, 2, 3, 4, 5].map((at) => `Item ${at} of 0${at}`));
    await window.press(Key.ESCAPE);
    await window.chord(Key.CONTROL, "z");
    await reads(["Cart 1", "Cart 2", "Cart 3", "Cart 4", "Cart 5"]);
  });

  await t.test("a column is filled with tokens after a preview", async () => {
    await window.press(Key.chord(Key.SHIFT, Key.F10));
    await window.click("menuitem", "Fill column with…");
    await window.press("{advertiserName} {row:000}");
    await window.reads("5 cells in 5 rows will change.");
    await checkAppearance(window, "batch-fill");
    await window.click("button", "Close fill column");
  });

  await t.test("cells are copied for other programs", async () => {
    await window.chord(Key.CONTROL, Key.HOME);
    await window.press(Key.chord(Key.SHIFT, Key.DOWN));
    await window.reads(/Count 2/);
    await window.chord(Key.CONTROL, "c");
    await eventually("the copied text", async () => String(await clipboard("UTF8_STRING")).includes("Cart 2"));
    assert.match(String(await clipboard("text/html")), /<td[^>]*>Cart 1<\/td>/);
  });

  await t.test("everything survives a restart and a kill", async () => {
    await isSaved();
    await app.close();
    for (const end of ["close", "kill"]) {
      app = await openApp(t, home);
      ({ window } = app);
      await choose(window, "Batches of", /Batches of retargeting values/);
      await window.click("button", /^Open Batch of/);
      await reads(["Cart 1", "Cart 2", "Cart 3", "Cart 4", "Cart 5"]);
      if (end === "kill") {
        await window.press("Last", Key.ENTER);
        await isSaved();
      }
      await app[end]();
    }
    app = await openApp(t, home);
    ({ window } = app);
    await choose(window, "Batches of", /Batches of retargeting values/);
    await window.click("button", /^Open Batch of/);
    await reads(["Last", "Cart 2", "Cart 3", "Cart 4", "Cart 5"]);
    await window.chord(Key.CONTROL, "z");
    await reads(["Cart 1", "Cart 2", "Cart 3", "Cart 4", "Cart 5"]);
  });

  await t.test("the rows are sent and show their outcome", async (part) => {
    await choose(window, "Send batch", /Send batch/);
    await window.reads(/5 rows would be created in 1 request/);
    await pictures(part, window, "batch-send");
    await window.press(Key.ENTER);
    await window.reads("5 confirmed.");
    await window.picture("batch-send-done");
    await window.press(Key.ENTER);
    await window.reads(/Open value \d+/);
    await checkAppearance(window, "batch-sent");
    await choose(window, "Send batch", /Send batch/);
    await window.reads(/5 rows are on the service already/);
    await window.press(Key.ESCAPE);
  });

  await t.test("rows of a file are imported into a new batch", async (part) => {
    await window.click("button", "Back to the batches");
    const folder = mkdtempSync(join(tmpdir(), "adwright-rows-"));
    part.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "spring.csv");
    writeFileSync(path, "Name;Value;Advertiser;Activity;Notes\nCart 8;cart|8;4401;52024;a\nCart 9;cart|9;4401;wrong;b\n");
    const file = await drag(part, [path]);
    await file.enter();
    await window.find("heading", "Drop to import rows");
    await window.reads(/spring\.csv would bring into a new batch/);
    await pictures(part, window, "batch-drop");
    await file.drop();
    await window.find("button", "Import 2 rows");
    await window.reads(/1 error/);
    await window.find("combobox", "Separator");
    await pictures(part, window, "batch-import");
    await window.click("button", "Import 2 rows");
    await reads(["Cart 8", "Cart 9"]);
    await window.find("heading", "spring");
  });

  await t.test("a batch is duplicated, exported, discarded and restored", async (part) => {
    await window.click("button", "Back to the batches");
    await window.click("button", /^More for Batch of/);
    await window.click("menuitem", "Duplicate");
    await window.find("rowheader", /^Copy of Batch of/);
    await window.reads("5 warnings");
    await checkAppearance(window, "batches-list");
    await window.click("button", "New batch from…");
    await window.find("menuitem", "Templates…");
    await pictures(part, window, "batches-new");
    await window.press(Key.ESCAPE);
    await window.click("button", /^More for spring/);
    await window.click("menuitem", "Rename…");
    await window.find("dialog", "Rename batch");
    await pictures(part, window, "batch-rename");
    await window.press(Key.ESCAPE);
    await window.click("button", /^More for spring/);
    await window.click("menuitem", "Export as CSV");
    await window.reads(/2 rows are in .*spring\.csv/);
    await window.click("button", /^More for Copy of/);
    await window.click("menuitem", "Discard");
    await window.gone("rowheader", /^Copy of/);
    await window.click("button", /^Discarded/);
    await window.click("button", /^Restore Copy of/);
    await window.find("rowheader", /^Copy of Batch of/);
  });
});
