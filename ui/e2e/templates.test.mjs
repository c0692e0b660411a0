import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { openService } from "./harness/service.mjs";
import {
  choose,
  chooseTheme,
  fetched,
  fieldValue,
  openCampaign,
  openReceipt,
  openView,
  saved,
  sendAll,
  setField,
} from "./harness/steps.mjs";

const unknown = '"mediaPlanRef":"MP-2041","pacing":4.50e-1,"legacyFlags":[1,2]';

test("a copied campaign arrives complete", async (t) => {
  const home = freshHome();
  const app = await openApp(t, home);
  const { window } = app;
  await fetched(window);
  await openCampaign(window, "Brand film, EMEA");
  await window.click("button", "New campaign from…");
  await window.picture("new-campaign-menu");
  await window.click("menuitem", "From “Brand film, EMEA”");
  await window.find("heading", "Copy of Brand film, EMEA");
  await window.focused("textbox", "Name");
  await setField(window, "Name", "Brand film, Nordics");
  await saved(window);
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "Brand film, Nordics"));
  await window.click("button", "Open campaign");
  const id = await fieldValue(window, "Campaign ID");
  await app.close();

  const { campaign, text } = await (await openService(t, home)).get(id);
  assert.equal(campaign.name, "Brand film, Nordics");
  assert.ok(text.includes(unknown), "what no schema knows was copied as it was spelled");
});

test("a template is saved, used, replaced and deleted", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openView(window, "Templates");
  await window.reads("No templates yet");
  await window.picture("templates-none");
  await openCampaign(window, "Brand film, EMEA");
  await saveTemplate(window, "Film");
  await window.reads("“Film” is in your templates.");
  await saveTemplate(window, "film", "Replace that one");
  await window.reads("“film” was replaced.");
  await window.click("button", "Undo");
  await openView(window, "Templates");
  const table = await window.find("table", "Templates");
  await window.reads(/Film For every film.*Name, Start.*New campaign/, table);
  await window.click("button", "More for Film");
  await window.click("menuitem", "Duplicate");
  await window.reads("Copy of Film", table);
  await window.click("button", "More for Copy of Film");
  await window.click("menuitem", "Rename…");
  await window.fill("textbox", "Name", "Nordic film");
  await window.click("button", "Rename");
  await window.reads("Nordic film", table);
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    await window.picture(`templates-${theme}`);
    assert.deepEqual(await window.violations(), []);
  }
  await window.click("button", "More for Nordic film");
  await window.click("menuitem", "Delete");
  await window.reads("“Nordic film” was deleted.");
  await window.click("button", "Undo");
  await window.reads("Nordic film", table);
  await window.resize(1100, 700);
  await window.picture("templates-small");
  assert.deepEqual(await window.cutOff(), []);
  await window.click("button", "New campaign from Film");
  await window.reads("Created from the template “Film”. Still to fill in: Name, Start and End.");
  await window.focused("textbox", "Name");
  assert.match(await fieldValue(window, "mediaPlanRef"), /MP-2041/);
});

test("a template is kept and used by keyboard alone", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await choose(window, "Brand film, EMEA", /^Brand film, EMEA/);
  await window.find("heading", "Brand film, EMEA");
  await window.press(Key.chord(Key.CONTROL, Key.SHIFT, "n"));
  await window.focused("textbox", "Name");
  await window.find("heading", "Copy of Brand film, EMEA");
  await choose(window, "save as template", /^Save as template/);
  await window.focused("textbox", "Name");
  await window.press(Key.chord(Key.CONTROL, "a"));
  await window.press("Film");
  await window.picture("template-dialog");
  assert.deepEqual(await window.violations(), []);
  await window.press(Key.ENTER);
  await window.reads("“Film” is in your templates.");
  await window.gone("dialog", "Save as template");
  await window.focused("textbox", "Name");
  await window.press(Key.chord(Key.CONTROL, "5"));
  await window.find("heading", "Templates");
  await window.tabTo("button", "More for Film");
  await window.press(Key.ENTER);
  await window.focused("menuitem", "Rename…");
  await window.press(Key.ESCAPE);
  await window.focused("button", "More for Film");
  await window.press(Key.chord(Key.SHIFT, Key.TAB));
  await window.focused("button", "New campaign from Film");
  await window.press(Key.ENTER);
  await window.focused("textbox", "Name");
  await window.reads("Still to fill in: Name, Start and End.");
});

async function saveTemplate(window, name, instead) {
  await window.click("button", "More for this campaign");
  await window.click("menuitem", "Save as template…");
  await window.focused("textbox", "Name");
  await window.find("group", /^Leave empty/);
  await window.fill("textbox", "Name", name);
  await window.fill("textbox", /^Purpose/, "For every film");
  await window.click("button", "Save template");
  if (instead) await window.click("button", instead);
  await window.gone("dialog", "Save as template");
}
