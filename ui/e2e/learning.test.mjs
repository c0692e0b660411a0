import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { openLogin } from "./harness/service.mjs";
import { fetched, fieldValue, openCampaign, typeWorkspace, workspaceOpened } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const SECRET = "canary-51c7-opensesame";
const spring = "Spring launch, DE";

test("a real workspace reads like Practice after learning", async (t) => {
  const service = await openLogin(t, SECRET, []);
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await typeWorkspace(window, "Acme live", service, SECRET);
  await window.tabTo("button", "Save and open");
  await window.press(Key.ENTER);
  await workspaceOpened(window, "Acme live");
  await fetched(window);
  await openCampaign(window, spring);
  assert.match(await fieldValue(window, "startDate"), /^\d{13}$/, "raw JSON before");
  await checkAppearance(window, "learning-offer");
  await window.click("button", /^Learn \d+ fields…$/);
  await window.find("dialog", "Learn fields");
  await pictures(t, window, "learning-preview");
  await window.click("button", /^Learn \d+ fields$/);
  await window.gone("dialog", "Learn fields");
  await window.focused("heading", "Identity");

  await eventually("a date", async () => /^\d{4}-\d{2}-\d{2}/.test(await fieldValue(window, "Start")));
  await window.find("combobox", "Status");
  await window.gone("region", "Unknown fields");
  await checkAppearance(window, "learning-learned");
});

test("the form is arranged by mouse and keyboard", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, spring);
  await window.click("button", "Arrange fields…");
  await window.find("dialog", "Arrange fields");
  await pictures(t, window, "arranging");
  /** The grip of a line, left of its label. */
  const grip = async (field) => {
    const { x, y, height } = await (await window.find("textbox", `Label of ${field}`)).getRect();
    return { x: x - 14, y: y + height / 2 };
  };
  const [status, notes] = [await grip("status"), await grip("notes")];
  await window.drag(status, notes);
  await eventually("the order after the drag", async () => (await grip("status")).y > (await grip("notes")).y);
  await window.click("button", "Move Budget up");
  await window.fill("textbox", "Label of endDate", "Last day");
  await window.press(Key.chord(Key.ALT, Key.ARROW_UP));
  await window.focused("textbox", "Label of endDate");
  await window.tabTo("button", "Save");
  await window.press(Key.ENTER);
  await window.gone("dialog", "Arrange fields");
  assert.match(await fieldValue(window, "Last day"), /^\d{4}-/);
});
