import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { changeField, fetched, newCampaign, openCampaign, openReceipt, openTab, openView, saved, sendAll } from "./harness/steps.mjs";

// `cargo xtask run` shows this where there is no display.
test("the main job runs from start to receipt", async (t) => {
  const { window } = await openApp(t, freshHome());
  const step = (name, act) =>
    t.test(name, async () => {
      await act();
      await window.picture(`main-job-${String(pictures++).padStart(2, "0")}`);
    });
  let pictures = 1;

  await step("the first start opens Practice with data", async () => {
    await window.reads("Practice workspace, on this computer");
    await fetched(window);
    await window.find("gridcell", /^\d{10}$/);
  });
  await step("a campaign opens with all its fields", () => openCampaign(window, "Spring launch, DE"));
  await step("what the service would refuse is said at once", async () => {
    await changeField(window, "Name", "Spring launch, Germany");
    await changeField(window, "Trafficking mode", "simple");
    await window.reads(/62000/, await window.find("region", "Findings"));
  });
  await step("taking it back clears the finding", async () => {
    await window.click("button", "Revert Trafficking mode");
    await window.gone("button", "Revert Trafficking mode");
    await saved(window);
  });
  await step("the change is listed before and after", () => openTab(window, "Changes"));
  await step("a new campaign is drafted", async () => {
    await newCampaign(window, { Name: "First light, Nordics", "Advertiser ID": "4401", "Brand ID": "88121" });
  });
  await step("both wait among the drafts", () => openView(window, "Drafts"));
  await step("the review shows what will be sent", async () => {
    await openView(window, "Review and send");
    await window.find("checkbox", "Send “First light, Nordics”");
  });
  await step("the service confirms both", () => sendAll(window));
  await step("each leaves a receipt", () => openReceipt(window, "Spring launch, Germany"));
});
