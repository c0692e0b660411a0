import assert from "node:assert/strict";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { changeField, fetched, fieldValue, openCampaign, openDraft } from "./harness/steps.mjs";

test("an edit that was shown as saved survives kill -9", async (t) => {
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

test("what is typed when the person logs out is kept", async (t) => {
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
