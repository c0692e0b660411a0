import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { checkAppearance, pictures } from "./harness/looks.mjs";
import { onOdd, openOdd, usual } from "./harness/odd.mjs";
import { choose, newCampaign, openView, startsWith } from "./harness/steps.mjs";

const NAMES = ["First light", "Second light"];

test("many open items are decided together by keyboard", async (t) => {
  const odd = await openOdd(t);
  const window = await onOdd(t, odd);
  // A write gets an answer that says nothing, and nothing comes of it.
  odd.answer = (request) => (request.method === "POST" ? { status: 200, headers: {}, body: "" } : usual(request));
  for (const name of NAMES) {
    await openView(window, "Campaigns");
    await newCampaign(window, { Name: name, "Advertiser ID": "4401", "Brand ID": "88121" });
  }
  await openView(window, "Review and send");
  await window.fill("textbox", "Your name in the receipts", "Mara Lindgaard");
  await window.click("button", /^Send 2 to /);
  await window.find("button", "Show receipts");
  await openView(window, "Sent");
  await window.find("region", "2 items wait for you");
  await window.reads(/2 not found at the service/);
  await checkAppearance(window, "open-groups");

  let reads = 0;
  let goOn;
  const pictured = new Promise((resolve) => (goOn = resolve));
  odd.answer = async (request) => {
    reads += 1;
    await pictured;
    return usual(request);
  };
  await choose(window, "not found back", /Put all not found back to drafts/);
  await window.find("dialog", "Put 2 items back to drafts?");
  await window.reads("Two lookups did not find “Second light” and “First light”.");
  await window.focused("button", "Cancel");
  await pictures(t, window, "open-groups-question");
  assert.equal(reads, 0, "nothing is asked before the person decides");
  await window.tabTo("button", "Look again, then back to drafts");
  await window.press(Key.ENTER);
  await window.find("progressbar", /Looking again at 2 items/);
  await checkAppearance(window, "open-groups-looking");
  await window.focus("button", "Stop", await window.find("region", "2 items wait for you"));
  goOn();
  await window.reads("2 can be sent again.");
  assert.ok(reads > 0, "each was looked at again");
  await window.gone("region", "2 items wait for you");
  assert.ok(await window.hasFocus("main"), "the focus stays in the view");
  await openView(window, "Drafts");
  for (const name of NAMES) await window.find("rowheader", startsWith(name));
});
