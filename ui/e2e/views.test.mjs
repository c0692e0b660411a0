import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import {
  changeField,
  choose,
  chooseTheme,
  fetched,
  newCampaign,
  openCampaign,
  openDraft,
  openReceipt,
  openTab,
  openView,
  sendAll,
} from "./harness/steps.mjs";

const sizes = [
  ["least", 960, 600],
  ["small", 1100, 700],
  ["large", 1920, 1080],
];

const views = [
  { name: "campaigns", open: openList },
  { name: "fields", open: openAtFinding },
  { name: "changes", open: (window) => openDraftAt(window, "Changes") },
  { name: "source", open: (window) => openDraftAt(window, "Source") },
  { name: "new-campaign", open: openNewCampaign },
  { name: "drafts", open: (window) => openView(window, "Drafts") },
  { name: "review", open: openReview },
  { name: "sent", open: (window) => openReceipt(window, "Brand film, EMEA") },
];

test("each view is accessible and fits, in both themes", async (t) => {
  const { window } = await openApp(t, freshHome());
  await prepare(window);
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    for (const view of views) {
      await t.test(`${view.name}, ${theme} theme: no violation of WCAG 2.2`, async () => {
        await view.open(window);
        await window.picture(`${view.name}-${theme}`);
        assert.deepEqual(await window.violations(), []);
      });
    }
  }
  await chooseTheme(window, "Light theme");
  for (const [size, width, height] of sizes) {
    await window.resize(width, height);
    for (const view of views) {
      await t.test(`${view.name} fits into ${width} by ${height}`, async () => {
        await backToList(window);
        await view.open(window);
        await window.picture(`${view.name}-${size}`);
        assert.deepEqual(await window.cutOff(), []);
      });
    }
  }
  await t.test("a narrow review opens a draft and leads back by keyboard", async () => {
    await window.resize(960, 600);
    await openReview(window);
    await window.focus("grid", "Drafts to send");
    await window.press(Key.ENTER);
    await window.focused("region", "What would be sent");
    await window.picture("review-opened-least");
    assert.deepEqual(await window.violations(), []);
    assert.deepEqual(await window.cutOff(), []);
    await window.focus("button", "Show all drafts");
    await window.press(Key.ENTER);
    await window.focused("grid", "Drafts to send");
  });
  await window.resize(1440, 900);
  for (const view of views) {
    await t.test(`${view.name} fits at 200 %`, async () => {
      await view.open(window);
      // 110, 125, 150, 175, 200
      for (let step = 0; step < 5; step += 1) await window.chord(Key.CONTROL, "=");
      await window.find("button", "200 %");
      await window.picture(`${view.name}-zoomed`);
      assert.deepEqual(await window.cutOff(), []);
      await window.chord(Key.CONTROL, "0");
      await window.gone("button", "200 %");
    });
  }
  await t.test("compact density shows more rows", async () => {
    const rowCount = async () => (await window.all("row", undefined, await window.find("grid", "Campaigns"))).length;
    await openList(window);
    const before = await rowCount();
    await choose(window, "Compact density", /^Compact density/);
    assert.ok((await rowCount()) > before);
    await window.picture("campaigns-compact");
    await openAtFinding(window);
    await window.picture("fields-compact");
    assert.deepEqual([await window.violations(), await window.cutOff()], [[], []]);
    await choose(window, "Comfortable density", /^Comfortable density/);
  });
  await t.test("nothing runs against the content security policy", async () => {
    assert.deepEqual(await window.blockedByPolicy(), []);
  });
});

/** One change that was sent, one that would be refused, and a new campaign. */
async function prepare(window) {
  await fetched(window);
  await openCampaign(window, "Brand film, EMEA");
  await changeField(window, "Notes", "Approved on Friday.");
  await sendAll(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Spring launch, Germany");
  await changeField(window, "Trafficking mode", "simple");
  await newCampaign(window, { Name: "First light, Nordics", "Advertiser ID": "4401" });
}

async function openList(window) {
  await openView(window, "Campaigns");
  await window.fill("searchbox", "Search campaigns", "");
  for (const close of await window.all("button", "Close")) await close.click();
  await window.find("gridcell", /^\d{10}$/);
}

/** Closes what a narrow window shows in place of the list. */
async function backToList(window) {
  for (const view of [/^Sent/, /^Campaigns/]) {
    await window.click("button", view, await window.find("navigation", "Views"));
    for (const back of await window.all("button", /^Back to/)) await back.click();
  }
}

async function openDraftAt(window, tab) {
  await openDraft(window, "Spring launch, Germany");
  await openTab(window, tab);
}

async function openAtFinding(window) {
  await openDraftAt(window, "Fields");
  await window.click("button", /Trafficking mode/, await window.find("region", "Findings"));
  await window.focused("combobox", "Trafficking mode");
}

async function openNewCampaign(window) {
  await openDraft(window, "First light, Nordics");
  await openTab(window, "Fields");
}

async function openReview(window) {
  await openView(window, "Review and send");
  await window.find("checkbox", "Send “Spring launch, Germany”");
}
