// A batch with what the system brings along: its input method, its file chooser and its clipboard.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { offerClipboard } from "./harness/clipboard.mjs";
import { keyboard, nativeWindow } from "./harness/native.mjs";
import { choose, closeWelcome, fetched } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const table = "Name;Value;Advertiser;Activity\nCart 8;cart|8;4401;52024\nCart 9;cart|9;4401;52024\n";
/** A block as a spreadsheet copies it: with a group separator in the text, exact in the HTML. */
const spreadsheet = {
  UTF8_STRING: "Name\tValue\tAdvertiser ID\tActivity ID\nCart 4\tcart|4\t4,401\t52024\n",
  "text/html": `<html><body><table>
    <tr><td>Name</td><td>Value</td><td>Advertiser ID</td><td>Activity ID</td></tr>
    <tr><td>Cart 4</td><td>cart|4</td><td sdval="4401" sdnum="1033;0;#,##0">4,401</td><td sdval="52024" sdnum="1033;">52024</td></tr>
  </table></body></html>`,
};

function readRows(done) {
  const rows = [...document.querySelectorAll("[role=grid] .sheet-row.body:not(.new)")];
  done(rows.map((row) => [...row.querySelectorAll("[role=gridcell] > .text")].map((cell) => cell.textContent)));
}

test("a batch takes the system's input method, files and clipboard", async (t) => {
  const home = freshHome();
  const app = await openApp(t, home);
  const { window } = app;
  await fetched(window);
  await closeWelcome(window);
  const reads = (expected) =>
    eventually(
      `the rows ${JSON.stringify(expected)}`,
      async () => JSON.stringify(await window.measure(readRows)) === JSON.stringify(expected),
    );

  await t.test("a text is composed over a cell", async (part) => {
    await choose(window, "New batch", /New batch/);
    await window.reads("Type here, or paste from a spreadsheet.");
    await window.press("Cart 1", Key.TAB, "cart|1", Key.ENTER, Key.UP);
    const keys = await keyboard(part);
    // GTK composes a character from its number, after this chord. Enter ends only the composition.
    await keys.press("control", "shift", "u");
    await keys.type("3042");
    await window.reads("Enter saves the cell");
    await keys.press("enter");
    const text = () => window.measure((done) => done(document.activeElement.value));
    await eventually("the composed character", async () => (await text()) === "あ");
    await reads([["Cart 1", "cart|1", "", "", ""]]);
    await keys.type("b");
    await keys.press("enter");
    await reads([["あb", "cart|1", "", "", ""]]);
  });

  await t.test("rows come from a chosen file", async (part) => {
    const path = join(home, "spring.csv");
    writeFileSync(path, table);
    await window.click("button", "Back to the batches");
    await window.click("button", "From a file…");
    const chooser = await nativeWindow(part);
    // A paste opens the chooser's box for a path. Typed keys could come before the box is there.
    const end = await offerClipboard({ UTF8_STRING: path });
    await chooser.settled();
    await chooser.press("control", "v");
    await chooser.settled();
    await chooser.press("enter");
    await chooser.gone();
    end();
    await window.reads(/spring\.csv/);
    await window.click("button", "Import 2 rows");
    await window.find("heading", "spring");
    await reads([
      ["Cart 8", "cart|8", "", "4401", "52024"],
      ["Cart 9", "cart|9", "", "4401", "52024"],
    ]);
  });

  await t.test("a closed chooser changes nothing", async (part) => {
    await window.click("button", "Back to the batches");
    await window.click("button", "From a file…");
    const chooser = await nativeWindow(part);
    await chooser.settled();
    await chooser.press("escape");
    await chooser.gone();
    await window.find("heading", "Batches");
    assert.deepEqual(await window.all("dialog"), []);
  });

  await t.test("rows come from another program's clipboard", async () => {
    const end = await offerClipboard(spreadsheet);
    await window.click("button", "From the clipboard…");
    // The engine does not let a page read the clipboard by itself.
    await window.focused("textbox", "Copied cells");
    await window.chord(Key.CONTROL, "v");
    await window.click("button", "Import 1 row");
    end();
    await reads([["Cart 4", "cart|4", "", "4401", "52024"]]);
  });
});
