import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { openService } from "./harness/service.mjs";
import { changeField, fetched, fieldValue, newCampaign, openCampaign, openReceipt, openTab, openView, sendAll } from "./harness/steps.mjs";

test("a refusable change (62000) is found before sending", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Trafficking mode", "simple");
  const findings = await window.find("region", "Findings");
  await window.reads(/Trafficking mode.* 62000/, findings);
  await openTab(window, "Changes");
  await window.click("button", /Trafficking mode/, findings);
  await window.focused("combobox", "Trafficking mode");

  await openView(window, "Review and send");
  const tick = await window.find("checkbox", "Send “Spring launch, DE”");
  assert.equal(await tick.isSelected(), false, "what would be refused is not ticked");
  await window.reads("Not ticked because it has errors.");
});

test("only the reviewed change arrives at the service", async (t) => {
  const home = freshHome();
  const app = await openApp(t, home);
  const { window } = app;
  await fetched(window);
  await openCampaign(window, "Brand film, EMEA");
  assert.match(await fieldValue(window, "mediaPlanRef"), /MP-2041/);
  await changeField(window, "Notes", "Approved on Friday.");
  await openView(window, "Review and send");
  await window.reads(/1 changed · \d+ unchanged · 0 dropped/);
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "Brand film, EMEA"));
  await app.close();

  const before = await (await openService(t)).get(1072281404);
  const after = await (await openService(t, home)).get(1072281404);
  const changed = Object.keys(after.campaign).filter((name) => !isDeepStrictEqual(after.campaign[name], before.campaign[name]));
  assert.deepEqual(changed, ["version", "lastUpdateOn", "notes"]);
  assert.equal(after.campaign.notes, "Approved on Friday.");
  const unknown = '"mediaPlanRef":"MP-2041","pacing":4.50e-1,"legacyFlags":[1,2]';
  assert.ok(after.text.includes(unknown), "members that no schema knows come back as they were spelled");
});

test("a new campaign arrives at the service", async (t) => {
  const home = freshHome();
  const app = await openApp(t, home);
  const { window } = app;
  await fetched(window);
  await newCampaign(window, { Name: "First light, Nordics", "Advertiser ID": "4401", "Brand ID": "88121" });
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "First light, Nordics"));
  await window.click("button", "Open campaign");
  const id = await fieldValue(window, "Campaign ID");
  await app.close();

  const { campaign } = await (await openService(t, home)).get(id);
  const { name, advertiserId, brandId } = campaign;
  assert.deepEqual([name, advertiserId, brandId], ["First light, Nordics", 4401, 88121]);
});

test("a rehearsal says what the service would do", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await newCampaign(window, { Name: "First light, Nordics", "Advertiser ID": "4401", "Brand ID": "88121" });
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Trafficking mode", "simple");
  await openView(window, "Review and send");
  const all = await window.find("group", "Rehearsal of all drafts");
  await window.reads("1 would be refused and 1 cannot be known offline.", all);
  const drafts = await window.find("grid", "Drafts to send");
  await window.reads(/Spring launch, DE.*refused/s, drafts);
  await window.click("row", /First light, Nordics/, drafts);
  const verdict = await window.find("region", "Rehearsal");
  await window.reads(/cannot be known/, verdict);
  await checkAppearance(window, "rehearsal-unknown");

  await window.click("button", "Yes", verdict);
  await window.reads("1 would be accepted and 1 would be refused.", await window.find("group", "Rehearsal of all drafts"));
  await window.reads(/would be accepted/, await window.find("region", "Rehearsal"));
  await window.click("row", /Spring launch, DE/);
  await window.reads(/would be refused \(62000\)/, await window.find("region", "Rehearsal"));
  await checkAppearance(window, "rehearsal-known");

  await openCampaign(window, "Spring launch, DE");
  await window.click("button", "Known facts (1)");
  await window.reads(/Does the service accept a reference .* Yes\. .* said so\./s);
  await checkAppearance(window, "known-facts");

  await t.test("only what failed is reviewed again", async (part) => {
    await openView(window, "Review and send");
    await window.click("row", /Spring launch, DE/, await window.find("grid", "Drafts to send"));
    await window.click("checkbox", /^Override: Trafficking mode/);
    await sendAll(window);
    const receipt = await openReceipt(window, "Spring launch, DE");
    await window.reads("Refused", receipt);
    await pictures(part, window, "failed-receipt");
    await window.click("button", "Only the failed", receipt);
    await window.reads("1 draft can be sent again.");
    await window.find("row", /Spring launch, DE/, await window.find("grid", "Drafts to send"));
  });
});
