import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { closeWelcome, fetched } from "./harness/steps.mjs";

test("batches begin from selected values and from templates", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await window.chord(Key.CONTROL, Key.SHIFT, "d");
  await window.click("button", "Fetch the retargeting values");
  await window.find("grid", "Retargeting values");
  // Until then, more rows arrive above the cursor.
  await fetched(window);
  await window.chord(Key.CONTROL, Key.SHIFT, "d");
  await window.focused("grid", "Retargeting values");

  await t.test("values are selected", async () => {
    await window.press(Key.SPACE, Key.DOWN, Key.SPACE, Key.DOWN, Key.SPACE);
    await window.reads("3 values selected");
    await checkAppearance(window, "values-selected");
  });

  await t.test("their copies are the rows of a new batch", async () => {
    await window.click("button", "New batch");
    await window.find("button", "Back to the batches");
    await window.reads("3 rows");
    await window.reads("3 warnings in 3 rows");
    await checkAppearance(window, "batch-of-values");
  });

  await t.test("the batch is saved as a template", async (part) => {
    await window.click("button", /^More for Batch of/);
    await pictures(part, window, "batch-menu");
    await window.click("menuitem", "Save as template…");
    await window.fill("textbox", "Name", "Carts");
    await pictures(part, window, "batch-template-dialog");
    await window.click("button", "Save template");
    await window.reads("“Carts” is in your templates.");
  });

  await t.test("a new batch begins from the template", async (part) => {
    await window.click("button", "Back to the batches");
    await window.click("button", "New batch from…");
    await window.find("menuitem", "From the template “Carts”");
    await pictures(part, window, "batches-new-templates");
    await window.click("menuitem", "From the template “Carts”");
    await window.find("heading", /^Carts/);
    await window.reads("1 row");
    await checkAppearance(window, "batch-of-template");
  });
});
