import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { chooseTheme, fetched, startsWith } from "./harness/steps.mjs";

const listed = async (window, pattern) => window.reads(pattern, await window.find("search"));

test("filters, columns, views and ticks by mouse", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);

  await t.test("a filter narrows the list, becomes a chip, disappears", async () => {
    await window.click("button", "Filter");
    await window.click("menuitem", "Advertiser");
    await window.fill("combobox", "Advertiser", "northwind");
    await listed(window, /\d+ of \d+/);
    await window.click("button", /^Advertiser.*, change$/);
    await window.click("button", "Remove the filter Advertiser");
    await window.gone("toolbar", "Filters");
  });

  await t.test("text that is not a number is not applied", async () => {
    await window.click("button", "Filter");
    await window.click("menuitem", "More filters…");
    await window.click("menuitem", "Advertiser ID");
    await window.fill("combobox", "Advertiser ID", "44x1");
    await window.reads(/number/, await window.find("dialog", "Filter"));
    await window.press(Key.ESCAPE);
    await window.click("button", "Clear all");
  });

  await t.test("a status is chosen, and its chip changed", async () => {
    await window.click("button", "Filter");
    await window.click("menuitem", "Status");
    await window.click("checkbox", "PAUSED");
    await listed(window, /\d+ of \d+/);
    for (const theme of ["light", "dark"]) {
      await window.setTheme(theme);
      await window.picture(`list-filter-status-${theme}`);
      assert.deepEqual(await window.violations(), []);
      assert.deepEqual(await window.cutOff(), []);
    }
    await window.setTheme("light");
    await window.press(Key.ESCAPE);
    await window.focused("button", "Filter");
    await window.click("button", /^Status.*PAUSED.*, change$/);
    await window.click("checkbox", "ACTIVE");
    await window.find("button", /^Status.*PAUSED.*ACTIVE.*, change$/);
    await window.click("button", "Clear all");
  });

  await t.test("any field becomes a column, and can be moved", async () => {
    await window.click("button", "Columns");
    await window.fill("searchbox", "Find a field to add", "notes");
    await window.click("button", startsWith("Add Notes"));
    await window.click("button", "Move Notes up");
    await window.press(Key.ESCAPE);
    await window.find("columnheader", "Notes");
  });

  await t.test("names stay in sight while columns scroll", async () => {
    const { moved, staying, gone, seenThrough } = await window.sideways(await window.find("grid", "Campaigns"), 120);
    assert.ok(moved > 0);
    assert.ok(staying > 2);
    assert.deepEqual([gone, seenThrough], [[], []]);
    await window.picture("list-sideways");
    await window.sideways(await window.find("grid", "Campaigns"), 0);
  });

  await t.test("campaigns are grouped, and names stay in sight", async () => {
    await window.click("button", "Columns");
    await window.click("checkbox", "Group by advertiser and brand");
    await window.press(Key.ESCAPE);
    await window.find("gridcell", / · .* — \d+ campaigns?$/);
    for (const theme of ["light", "dark"]) {
      await window.setTheme(theme);
      await window.picture(`list-groups-${theme}`);
      assert.deepEqual(await window.violations(), []);
    }
    await window.setTheme("light");
    const { moved, gone, seenThrough } = await window.sideways(await window.find("grid", "Campaigns"), 120);
    assert.ok(moved > 0);
    assert.deepEqual([gone, seenThrough], [[], []]);
    await window.sideways(await window.find("grid", "Campaigns"), 0);
    await window.click("button", "Columns");
    await window.click("checkbox", "Group by advertiser and brand");
    await window.press(Key.ESCAPE);
  });

  await t.test("the service is asked with the same filters", async () => {
    await window.click("button", "Filter");
    await window.click("menuitem", "Trafficking mode");
    await window.fill("combobox", "Trafficking mode", "simple");
    await listed(window, /\d+ of \d+/);
    await window.press(Key.ESCAPE);
    await window.click("button", "Ask the service");
    await window.reads(/The service found \d+ campaigns?/);
    await window.click("button", "Back to this computer");
  });

  await t.test("the shown list is saved under a name", async () => {
    await window.click("button", "Saved views");
    await window.fill("textbox", "Save the list as", "Simple ones");
    await window.click("button", "Save");
    await window.click("button", "Clear all");
    await window.gone("toolbar", "Filters");
    await window.click("button", "Saved views");
    await window.click("button", startsWith("Simple ones"));
    await window.find("toolbar", "Filters");
    await window.click("button", "Clear all");
  });

  await t.test("its panels are accessible and whole in both themes", async () => {
    for (const [theme, label] of [
      ["light", "Light theme"],
      ["dark", "Dark theme"],
    ]) {
      await chooseTheme(window, label);
      for (const panel of ["Filter", "Columns", "Saved views"]) {
        await window.click("button", panel);
        await window.picture(`list-${panel.toLowerCase().replace(" ", "-")}-${theme}`);
        assert.deepEqual(await window.violations(), []);
        assert.deepEqual(await window.cutOff(), []);
        await window.press(Key.ESCAPE);
        await window.focused("button", panel);
      }
    }
  });

  await t.test("rows are ticked, and all of them", async () => {
    await window.click("checkbox", startsWith("Select Always-on"));
    await window.reads(/1 campaign selected Budget [A-Z]{3} [\d,.]+/);
    // A part of the list is drawn as one, with a bar in place of a tick.
    const drawn = (done) => done(getComputedStyle(document.querySelector("[aria-label='Select all']"), "::before").width);
    assert.equal(await window.measure(drawn), "8px");
    await window.picture("list-some-light");
    await window.click("checkbox", "Select all");
    await window.reads(/4\d\d campaigns selected/);
    await window.click("button", "Edit selected…");
    await window.find("article", /Edit 4\d\d campaigns/);
    await window.click("button", "Clear selection");
  });
});

test("columns are resized alone, and no row moves", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  const head = async (label) => (await window.find("columnheader", label)).getRect();
  const heads = async () => Promise.all([/^Name/, "Status", "Start"].map(head));
  const edgeOf = ({ x, y, width, height }) => ({ x: x + width, y: y + height / 2 });

  await t.test("an edge resizes only its column", async () => {
    const before = await heads();
    const edge = edgeOf(before[1]);
    await window.drag(edge, { ...edge, x: edge.x + 60 });
    const [name, status, start] = await heads();
    assert.deepEqual([name, status.x], [before[0], before[1].x]);
    assert.deepEqual([status.width, start.width], [before[1].width + 60, before[2].width]);
  });

  await t.test("a double click fits the column", async () => {
    await window.doubleClickAt(edgeOf(await head("Status")));
    const cutTexts = (done) => {
      const place = [...document.querySelectorAll("[role=columnheader]")].findIndex((one) => one.textContent.startsWith("Status"));
      const cells = [...document.querySelectorAll("[role=grid] [role=row]")].map((row) => row.children[place]);
      done(cells.filter((cell) => cell.role === "gridcell" && cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
    };
    assert.deepEqual(await window.measure(cutTexts), []);
    assert.ok((await head("Status")).width < 140);
    await window.picture("list-columns-light");
  });

  await t.test("ticking, opening and sorting leave the rows in place", async () => {
    const place = async () => (await window.middle("gridcell", startsWith("Always-on"))).y;
    const before = await place();
    await window.click("checkbox", startsWith("Select Always-on"));
    await window.reads("1 campaign selected");
    assert.equal(await place(), before);
    await window.click("gridcell", startsWith("Always-on"));
    await window.find("heading", startsWith("Always-on"));
    assert.equal(await place(), before);
    await window.click("button", "Clear selection");
    assert.equal(await place(), before);
    const grid = await window.find("grid", "Campaigns");
    const top = (done) => done(document.querySelector("[role=grid]").getBoundingClientRect().top);
    const first = await window.measure(top);
    await window.click("button", "Budget", grid);
    assert.equal(await window.measure(top), first);
    for (const theme of ["light", "dark"]) {
      await window.setTheme(theme);
      await window.rightClick("columnheader", "Budget", grid);
      await window.find("menu", "Column Budget");
      await window.picture(`list-column-menu-${theme}`);
      assert.deepEqual(await window.violations(), []);
      await window.press(Key.ESCAPE);
    }
  });
});

test("filters, conditions and ticks by keyboard alone", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);

  await t.test("conditions are built in words and shown as JSON", async () => {
    await window.press(Key.chord(Key.CONTROL, Key.SHIFT, "f"));
    await window.focused("button", "Add a condition");
    await window.press(Key.ENTER);
    await window.focused("textbox", "Value of Name");
    await window.press("spring", Key.ENTER);
    await window.press("summer", Key.ENTER);
    await window.reads('{"1":{"NAME":["spring","summer"]}}', await window.find("article", "Conditions"));
    await listed(window, /\d+ of \d+/);
  });

  await t.test("each theme shows them, accessible and whole", async () => {
    for (const [theme, label] of [
      ["light", "Light theme"],
      ["dark", "Dark theme"],
    ]) {
      await chooseTheme(window, label);
      await window.picture(`list-conditions-${theme}`);
      assert.deepEqual(await window.violations(), []);
    }
  });

  await t.test("F2 edits a cell, and Tab the next one", async () => {
    await window.focus("grid", "Campaigns");
    await window.press(Key.HOME, Key.F2);
    await window.focused("textbox", "Name");
    await window.press("Spring, edited", Key.TAB);
    await window.focused("combobox", "Status");
    for (const theme of ["light", "dark"]) {
      await window.setTheme(theme);
      await window.picture(`list-cell-${theme}`);
      assert.deepEqual(await window.violations(), []);
    }
    await window.setTheme("light");
    await window.press(Key.ESCAPE);
    await window.focused("grid", "Campaigns");
    await window.find("gridcell", /^Spring, edited.*draft/);
    await window.press(Key.chord(Key.CONTROL, "z"));
    await window.gone("gridcell", /^Spring, edited.*draft/);
  });

  await t.test("Space, Shift and Control+A tick rows", async () => {
    await window.focus("grid", "Campaigns");
    await window.press(Key.HOME, " ");
    await window.reads("1 campaign selected");
    await window.press(Key.chord(Key.SHIFT, Key.ARROW_DOWN));
    await window.press(Key.chord(Key.SHIFT, Key.ARROW_DOWN));
    await window.reads("3 campaigns selected");
    await window.press(Key.chord(Key.CONTROL, "a"));
    await window.press(Key.chord(Key.CONTROL, "a"));
    await window.reads(/\d\d+ campaigns selected/);
    for (const [theme, label] of [
      ["light", "Light theme"],
      ["dark", "Dark theme"],
    ]) {
      await chooseTheme(window, label);
      await window.picture(`list-selection-${theme}`);
      assert.deepEqual(await window.violations(), []);
    }
    await window.resize(1100, 700);
    await window.picture("list-selection-small");
    assert.deepEqual(await window.cutOff(), []);
  });
});
