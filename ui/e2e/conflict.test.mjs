import assert from "node:assert/strict";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { openService } from "./harness/service.mjs";
import { changeField, fetched, openCampaign, openReceipt, openTab, openView, sendAll } from "./harness/steps.mjs";

const spring = 1072288341;

test("a foreign change of another field is sent along", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Spring launch, Germany");
  const service = await openService(t, home);
  await service.touch(spring, { notes: "Budget approved." });
  await sendAll(window);
  await openReceipt(window, "Spring launch, Germany");
  await window.reads("Budget approved.", await window.find("table", "Changed by someone else"));
  const { name, notes } = (await service.get(spring)).campaign;
  assert.deepEqual([name, notes], ["Spring launch, Germany", "Budget approved."]);
});

test("a clash stops the send and is settled by keyboard", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Spring launch, Germany");
  const service = await openService(t, home);
  await service.touch(spring, { name: "Spring launch, Austria", notes: "Budget approved." });

  await sendAll(window);
  await openReceipt(window, "Spring launch, Germany");
  await window.reads("Spring launch, Austria", await window.find("table", "Changed by you and by someone else"));
  await window.reads("Budget approved.", await window.find("table", "What else changed in the meantime"));
  assert.equal((await service.get(spring)).campaign.name, "Spring launch, Austria", "nothing was overwritten");
  await checkAppearance(window, "needs-you");

  await window.click("button", "Put my changes on the newest version");
  await window.focused("group", "Name");
  await checkAppearance(window, "clashes");
  await openTab(window, "Fields");
  await window.find("button", "Settle Name");
  await window.fill("searchbox", "Search campaigns", "Spring launch, Austria");
  await window.reads("1 clash", await window.find("grid", "Campaigns"));
  await checkAppearance(window, "clash-in-form");
  await openView(window, "Review and send");
  await window.reads("1 clash", await window.find("region", "Drafts to send"));
  await checkAppearance(window, "clash-in-review");
  await window.click("button", "Settle clashes");
  await window.focused("group", "Name");
  await window.press("1");
  await window.reads("All clashes are settled");
  await checkAppearance(window, "clashes-settled");
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "Spring launch, Germany"));
  const { name, notes } = (await service.get(spring)).campaign;
  assert.deepEqual([name, notes], ["Spring launch, Germany", "Budget approved."]);
});
