// The sheet with texts twice as large, as a person sets it in the system: the engine then enlarges the whole page. The
// driver's clicks miss on an enlarged page, so all is done by keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { choose, fetched } from "./harness/steps.mjs";

/** Gives the texts of the sheet that are cut off at the top or bottom, and how many of its rows are fully visible. */
function readSheet(done) {
  const grid = document.querySelector("[role=grid]");
  const view = grid.getBoundingClientRect();
  const range = document.createRange();
  const isCut = (element) => {
    range.selectNodeContents(element);
    const [inner, outer] = [range.getBoundingClientRect(), element.closest(".cell, .gutter").getBoundingClientRect()];
    return inner.height > 0 && (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1);
  };
  const texts = [...grid.querySelectorAll(".gutter, .text, .cut")].filter(isCut);
  const rows = [...grid.querySelectorAll(".sheet-row.body")].filter((row) => row.getBoundingClientRect().bottom <= view.bottom);
  done({ pixelRatio: window.outerWidth / window.innerWidth, cut: texts.map(({ textContent }) => textContent), rows: rows.length });
}

/** Gives whether the focused box, with its text, is inside the sheet and inside the window. */
function isEditorVisible(done) {
  const box = document.activeElement.getBoundingClientRect();
  const grid = document.querySelector("[role=grid]").getBoundingClientRect();
  const { scrollHeight, clientHeight } = document.activeElement;
  const isInside = box.top >= grid.top && box.bottom <= grid.bottom + 1 && box.left >= grid.left && box.right <= grid.right + 1;
  done(isInside && scrollHeight <= clientHeight + 1);
}

test("the sheet stays usable with large text", async (t) => {
  const app = await openApp(t, freshHome(), { env: { GDK_DPI_SCALE: "2" } });
  const { window } = app;
  await fetched(window);

  await t.test("rows are entered", async () => {
    await choose(window, "New batch", /New batch/);
    await window.reads("Type here, or paste from a spreadsheet.");
    for (const at of [1, 2, 3, 4]) {
      await window.press(`Cart ${at}`, Key.TAB, `cart|${at}`, Key.TAB, Key.TAB, "4401", Key.TAB, at === 2 ? "wrong" : "52024");
      await window.press(Key.ENTER);
    }
    await window.reads("1 error in 1 row");
    const { pixelRatio, ...sheet } = await window.measure(readSheet);
    assert.equal(pixelRatio, 2);
    assert.deepEqual(sheet, { cut: [], rows: 5 });
    await window.picture("large-text-sheet");
  });

  await t.test("nothing is cut off", async () => {
    assert.deepEqual(await window.cutOff(), []);
    assert.deepEqual(await window.violations(), []);
  });

  await t.test("the editor is visible in each column", async () => {
    await window.chord(Key.CONTROL, Key.HOME);
    for (const next of ["Name", "Value", "Expires", "Advertiser", "Activity"]) {
      await window.press(Key.F2);
      assert.ok(await window.measure(isEditorVisible), next);
      await window.press(Key.ESCAPE, Key.RIGHT);
    }
    await window.picture("large-text-editor");
  });

  await t.test("the finding is fixed in place", async () => {
    await window.chord(Key.CONTROL, Key.HOME);
    await window.press(Key.F8);
    await window.reads(/Activity ID:/);
    assert.deepEqual(await window.cutOff(), []);
    await window.press("52024", Key.ENTER);
    await window.reads("No findings");
  });

  await t.test("the menu of a cell can be reached", async () => {
    await window.press(Key.chord(Key.SHIFT, Key.F10));
    await window.find("menuitem", "Fill column with…");
    await window.picture("large-text-menu");
    assert.deepEqual(await window.cutOff(), []);
    await window.press(Key.ESCAPE);
  });
});
