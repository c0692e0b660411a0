import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { changeField, chooseTheme, closeWelcome, fetched, openCampaign, openView, startsWith } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const search = "Search campaigns and commands";

test("everything is done by keyboard from the palette", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);

  await t.test("Ctrl+K finds a campaign and Enter opens it", async () => {
    await window.chord(Key.CONTROL, "k");
    await window.focused("combobox", search);
    await window.press("brand fi");
    await window.find("option", startsWith("Brand film, EMEA"));
    await window.press(Key.ENTER);
    await window.find("heading", "Brand film, EMEA");
  });
  await t.test("an action is done, and the theme is another", async () => {
    await window.chord(Key.CONTROL, "k");
    await window.focused("combobox", search);
    await window.press("dark");
    await window.find("option", startsWith("Dark theme"));
    await window.press(Key.ENTER);
    const theme = async () => (await window.find("combobox", "Theme")).getAttribute("value");
    await eventually("the dark theme", async () => (await theme()) === "dark");
  });
  await t.test("a chosen result comes first", async () => {
    await window.chord(Key.CONTROL, "k");
    const recent = await window.find("group", "Recent");
    await window.reads("Brand film, EMEA", recent);
  });
  await t.test("Escape gives the focus back to where it was", async () => {
    await window.press(Key.ESCAPE);
    await window.gone("dialog", search);
    await window.press(Key.F1);
    await window.find("dialog", "Keyboard shortcuts");
    await window.press(Key.ESCAPE);
    await window.gone("dialog", "Keyboard shortcuts");
  });
  await t.test("Shift+F10 opens the row menu for the keyboard", async () => {
    await window.chord(Key.CONTROL, "2");
    await window.find("heading", "Drafts");
    await window.chord(Key.CONTROL, "1");
    await window.focus("grid", "Campaigns");
    await window.chord(Key.SHIFT, Key.F10);
    const menu = await window.find("menu", /^Actions for/);
    await window.focused("menuitem", "Open");
    await window.press(Key.ARROW_DOWN);
    await window.reads("Copy campaign id", menu);
    await window.press(Key.ESCAPE);
    await window.focused("grid", "Campaigns");
  });
});

test("search box, menus and right button work by mouse", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Spring launch, Germany");

  await t.test("the top bar's box opens palette and results", async () => {
    await window.click("button", /^Search campaigns, commands/);
    await window.focused("combobox", search);
    await window.press("germany");
    await window.click("option", /^Spring launch, Germany/);
    await window.gone("dialog", search);
    await window.find("heading", "Spring launch, Germany");
  });
  await t.test("the menu leads to every group", async () => {
    await window.click("button", "Menu");
    await window.click("menuitem", "Help");
    await window.click("menuitem", /^Keyboard shortcuts/);
    await window.click("button", "Close", await window.find("dialog", "Keyboard shortcuts"));
    await window.gone("dialog", "Keyboard shortcuts");
  });
  await t.test("a saved view is found like any other object", async () => {
    await window.click("button", "Saved views");
    await window.fill("textbox", "Save the list as", "The whole list");
    await window.click("button", "Save");
    await openView(window, "Sent");
    await window.chord(Key.CONTROL, "k");
    await window.focused("combobox", search);
    await window.press("whole list");
    await window.click("option", startsWith("The whole list"));
    await window.find("grid", "Campaigns");
  });
  await t.test("the right button on a draft offers discarding", async () => {
    await openView(window, "Drafts");
    await window.rightClick("rowheader", /Spring launch, Germany/);
    await window.click("menuitem", "Discard draft");
    await window.reads("Draft discarded.");
    await window.click("button", "Undo", await window.find("log", "Messages"));
    await window.find("rowheader", /Spring launch, Germany/);
  });
});

test("palette, menus and key sheet are accessible", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await closeWelcome(window);
  const shown = [
    { name: "palette", open: () => window.chord(Key.CONTROL, "k"), shows: ["dialog", search] },
    { name: "palette-found", open: () => find("spring launch de"), shows: ["option", startsWith("Spring launch, DE")] },
    { name: "palette-nothing", open: () => find("zzzz"), shows: ["dialog", search] },
    { name: "keys", open: () => window.press(Key.F1), shows: ["dialog", "Keyboard shortcuts"] },
    { name: "menu", open: openMenu, shows: ["menu", "Campaigns"] },
    { name: "row-menu", open: openRowMenu, shows: ["menu", /^Actions for/] },
  ];
  async function find(text) {
    await window.chord(Key.CONTROL, "k");
    await window.focused("combobox", search);
    await window.press(text);
  }
  async function openMenu() {
    await window.click("button", "Menu");
    await window.press(Key.ARROW_DOWN);
    await window.press(Key.ARROW_RIGHT);
  }
  async function openRowMenu() {
    await window.focus("grid", "Campaigns");
    await window.chord(Key.SHIFT, Key.F10);
  }
  const sizes = [
    ["light", "Light theme", [1280, 800]],
    ["dark", "Dark theme", [1280, 800]],
    ["small", "Light theme", [1100, 700]],
  ];
  for (const [suffix, theme, size] of sizes) {
    await chooseTheme(window, theme);
    await window.resize(...size);
    for (const one of shown) {
      await t.test(`${one.name} (${suffix})`, async () => {
        await one.open();
        await window.find(...one.shows);
        await window.picture(`${one.name}-${suffix}`);
        assert.deepEqual(await window.violations(), []);
        assert.deepEqual(await window.cutOff(), []);
        await window.press(Key.ESCAPE);
        await window.gone(...one.shows);
      });
    }
  }
});
