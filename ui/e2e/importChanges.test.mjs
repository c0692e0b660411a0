import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { offerClipboard } from "./harness/clipboard.mjs";
import { pictures } from "./harness/looks.mjs";
import { nativeWindow } from "./harness/native.mjs";
import { closeWelcome, fetched, fieldValue, openCampaign } from "./harness/steps.mjs";

/** Chooses a file in the open chooser of the system. */
async function chooseFile(test, path) {
  const chooser = await nativeWindow(test);
  // A paste opens the chooser's box for a path.
  const end = await offerClipboard({ UTF8_STRING: path });
  await chooser.settled();
  await chooser.press("control", "v");
  await chooser.settled();
  await chooser.press("enter");
  await chooser.gone();
  end();
}

test("a table changes existing campaigns", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  await openCampaign(window, "Brand film, EMEA");
  const id = await fieldValue(window, "Campaign ID");
  const [refused, changes] = ["refused.csv", "changes.csv"].map((name) => join(home, name));
  const table = `Campaign ID,Name,Budget,Notes\n${id},Film of the brand,much,\n`;
  writeFileSync(refused, `${table}1,Nobody,5,\n`);
  writeFileSync(changes, table);

  await t.test("a line without a campaign prevents the import", async (part) => {
    await window.click("button", "Export and import");
    await window.click("menuitem", "Import changes from a file…");
    await chooseFile(part, refused);
    await window.reads(/Line 3:/);
    await pictures(part, window, "import-changes-refused");
  });

  await t.test("the preview shows each change, which becomes a draft", async (part) => {
    await window.click("button", "Choose another file…");
    await chooseFile(part, changes);
    await window.reads(/1 row found by id/);
    await pictures(part, window, "import-changes");
    await window.click("button", "Change 1 campaign");
    await window.find("button", "Back to the list");
    await window.reads("Film of the brand");
    await window.reads(/1 error in 1 row/);
  });
});
