import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { chooseTheme, fetched, fieldValue, newCampaign, openCampaign, openTab, openView } from "./harness/steps.mjs";

const spring = "Spring launch, DE";

test("a site contact is fetched by a learned id", async (t) => {
  const home = freshHome();
  const { window, close } = await opened(t, home);
  await openSiteContact(window);

  await t.test("the window names unknowns and offers candidates to try", async () => {
    await window.reads("its documentation does not define it");
    await window.find("button", "Ask by 7107");
    await window.picture("site-contact-first");
    assert.deepEqual(await window.violations(), []);
  });
  await t.test("a candidate's answer is explained", async () => {
    await window.click("button", "Ask by 7107");
    await window.find("heading", "Otto Wielandt");
    assert.match(await fieldValue(window, "Site ID"), /^7107 Torgbladet/);
    await window.reads("Learned from one answer of this service: the id was the contact’s Site ID (siteId).");
  });
  await t.test("nothing found is an answer, too", async () => {
    await window.fill("textbox", "Id to ask by", "7106");
    await window.click("button", "Ask the service");
    await window.reads("The service found no site contact with this id.");
    await window.picture("site-contact-nothing");
    assert.deepEqual(await window.violations(), []);
  });
  await t.test("an earlier answer keeps its exact text", async () => {
    await window.click("button", "Show the answer to 7107 from the advertiser level");
    await window.find("heading", "Otto Wielandt");
    await window.click("button", "Show source");
    await window.reads("siteName", await window.find("textbox", "Source text"));
  });
  await t.test("both themes and a small window look right", () => inAllLooks(window));
  await t.test("an answer is forgotten", async () => {
    await window.click("button", "More for 7106 from the advertiser level");
    await window.click("menuitem", "Forget this answer");
    await window.gone("button", "Show the answer to 7106 from the advertiser level");
    await window.picture("site-contact-answers");
    await window.focused("textbox", "Id to ask by");
  });
  await close();

  const again = await opened(t, home);
  await openSiteContact(again.window);
  await again.window.find("heading", "Otto Wielandt");
  assert.equal(await fieldValue(again.window, "Id to ask by"), "7107");
});

test("a site contact is asked for by keyboard alone", async (t) => {
  const { window } = await opened(t, freshHome());
  await window.press(Key.chord(Key.CONTROL, "f"));
  await window.focused("searchbox", "Search campaigns");
  await window.press(spring);
  await window.reads(/\d+ of \d+/, await window.find("search"));
  await tabTo(window, "grid", "Campaigns");
  await window.press(Key.ARROW_DOWN, Key.ENTER);
  await window.find("heading", spring);
  await tabTo(window, "tab", "Fields");
  await window.press(Key.ARROW_RIGHT, Key.ARROW_RIGHT, Key.ARROW_RIGHT);
  await window.focused("tab", "Site contact");
  await tabTo(window, "textbox", "Id to ask by");
  await window.press("press office", Key.ENTER);
  await window.reads("“press office” is not an id.");
  await window.press(Key.chord(Key.CONTROL, "a"));
  await window.press("7101", Key.ENTER);
  await window.focused("heading", "Ilse Brandvold");
  await window.picture("site-contact-keyboard");
  await window.press(Key.TAB);
  await window.focused("button", "Ask again");
});

test("an outage shows the last answer and its age", async (t) => {
  const { window } = await opened(t, freshHome());
  await openSiteContact(window);
  await window.click("button", "Ask by 7107");
  await window.find("heading", "Otto Wielandt");
  await window.chord(Key.CONTROL, "k");
  await window.press("pause");
  await window.find("option", /^Pause the practice service/);
  await window.press(Key.ENTER);
  await window.reads(/Paused since/);
  await window.click("button", "Ask again");
  await window.reads("The answer below is from");
  await window.find("heading", "Otto Wielandt");
  await window.picture("site-contact-offline");
  assert.deepEqual(await window.violations(), []);
});

test("a new campaign explains its missing site contact", async (t) => {
  const { window } = await opened(t, freshHome());
  await newCampaign(window, { Name: "First light, Nordics" });
  await openTab(window, "Site contact");
  await window.reads("A new campaign has no id until it is sent");
  assert.deepEqual(await window.violations(), []);
});

async function opened(t, home) {
  const app = await openApp(t, home);
  await fetched(app.window);
  return { window: app.window, close: () => app.close() };
}

async function openSiteContact(window) {
  await openCampaign(window, spring);
  await openTab(window, "Site contact");
}

/** Presses Tab until something has the focus, as far as there is anything. */
async function tabTo(window, role, name) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await window.hasFocus(role, name)) return;
    await window.press(Key.TAB);
  }
  assert.fail(`the focus never came to ${role} ${name}`);
}

async function inAllLooks(window) {
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    await window.picture(`site-contact-${theme}`);
    assert.deepEqual(await window.violations(), []);
  }
  await chooseTheme(window, "Light theme");
  await window.resize(1100, 700);
  await openView(window, "Campaigns");
  await window.picture("site-contact-small");
  assert.deepEqual(await window.cutOff(), []);
}
