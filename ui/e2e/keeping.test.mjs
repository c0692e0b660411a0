import assert from "node:assert/strict";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { changeField, fetched, fieldValue, openCampaign, openDraft } from "./harness/steps.mjs";

test("a saved edit survives kill -9", async (t) => {
  const home = freshHome();
  const first = await openApp(t, home);
  await fetched(first.window);
  await openCampaign(first.window, "Spring launch, DE");
  await changeField(first.window, "Name", "Spring launch, Germany");
  await first.kill();

  const second = await openApp(t, home);
  await openDraft(second.window, "Spring launch, Germany");
  assert.equal(await fieldValue(second.window, "Name"), "Spring launch, Germany");
  await second.window.reads("was “Spring launch, DE”");
});

test("typed text survives a logout", async (t) => {
  const home = freshHome();
  const first = await openApp(t, home);
  await fetched(first.window);
  await openCampaign(first.window, "Spring launch, DE");
  await first.window.fill("textbox", "Name", "Spring launch, Germany");
  await first.leave();

  const second = await openApp(t, home);
  await openDraft(second.window, "Spring launch, Germany");
  assert.equal(await fieldValue(second.window, "Name"), "Spring launch, Germany");
});
