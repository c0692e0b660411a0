import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { closeWelcome, fetched } from "./harness/steps.mjs";

const markup = "<script>document.title='run'</script><img src=x onerror=document.title='run'>";
const wrong = [-970, "wide", 1e300, null, [], 0, 970, 20001];
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/** Too much of everything, and wrong in most of it: markup in every text, files that are made from each other in circles. */
const worstAd = {
  type: "HTML5ExpandableBannerAd",
  id: 7,
  name: `Worst ${markup}`,
  width: -1,
  height: 1e308,
  panels: many(2000, (at) => ({
    name: `${markup} ${at}`,
    width: at % 3 === 0 ? 300 : wrong[at % 8],
    height: at % 3 === 0 ? 250 : wrong[(at + 1) % 8],
    positionX: (at * 7) % 900,
    positionY: (at * 13) % 700,
    positionType: "BANNER_RELATIVE",
  })),
  html5: {
    assets: many(10_000, (at) => ({
      fileName: `${markup}${at}.js`,
      assetId: at,
      parentAssetId: (at + 1) % 50,
      mimeType: "image/png",
      status: "INGESTING",
      publishPath: `a/../${markup}/${at}`,
      formatContext: { fileSize: at * 11 },
      relatedProxies: [{ proxyTitle: markup, proxyFileSize: -1, proxyWidth: "wide" }],
      htmlContext: { clickTag: markup, scriptSource: [{ innerText: markup }] },
    })),
  },
  mainClickthrough: { url: "javascript:document.title='run'" },
  adURLs: many(500, (at) => ({ url: `https://${markup}/${at}`, urlType: markup })),
  customInteractions: { name: markup },
  adSmartVersionSchema: { smartElements: [{ svKey: markup, value: [markup] }] },
  rotationType: markup,
};

function fileOf(t, content) {
  const folder = mkdtempSync(join(tmpdir(), "adwright-worst-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "worst.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("the worst ad is shown in every tab, runs nothing and leaves no view blank", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await window.chord(Key.CONTROL, "9");
  await window.chord(Key.CONTROL, "i");
  await window.focused("textbox", "Pasted text");
  await window.press(fileOf(t, worstAd));
  await window.chord(Key.CONTROL, Key.ENTER);
  await window.find("tablist", "Review");
  for (const tab of ["Layout", "Assets", "Tracking", "Interactions", "Versions"]) {
    await window.click("tab", new RegExp(`^${tab}`), await window.find("tablist", "Review"));
    const panel = await window.find("tabpanel", new RegExp(`^${tab}`));
    assert.match(await window.text(panel), /<script>/, tab);
    await window.picture(`worst-ad-${tab.toLowerCase()}`);
  }
  await window.click("tab", "Fields");
  await window.find("heading", "Panels");
  await window.picture("worst-ad-fields");
  await window.click("tab", "Source");
  await window.reads('"HTML5ExpandableBannerAd"');
  await window.picture("worst-ad-source");
  assert.notEqual(await window.measure((done) => done(document.title)), "run");
  assert.deepEqual(await window.keptOut(), []);
});
