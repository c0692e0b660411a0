import assert from "node:assert/strict";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { openService } from "./harness/service.mjs";
import { changeField, chooseTheme, fetched, openCampaign, openReceipt, openView, sendAll } from "./harness/steps.mjs";

test("a conflict stops the send until rebased", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Spring launch, Germany");
  const service = await openService(t, home);
  await service.touch(1072288341, { name: "Spring launch, Austria", notes: "Budget approved." });

  await sendAll(window);
  await openReceipt(window, "Spring launch, Germany");
  await window.reads("Budget approved.", await window.find("table", "What else changed in the meantime"));
  assert.equal((await service.get(1072288341)).campaign.name, "Spring launch, Austria", "nothing was overwritten");
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    await window.picture(`needs-you-${theme}`);
    assert.deepEqual(await window.violations(), []);
  }

  await window.click("button", "Put my changes on the newest version");
  await window.reads("Taken back", await openReceipt(window, "Spring launch, Germany"));
  await openView(window, "Drafts");
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "Spring launch, Germany"));
  const { name, notes } = (await service.get(1072288341)).campaign;
  assert.deepEqual([name, notes], ["Spring launch, Germany", "Budget approved."]);
});
