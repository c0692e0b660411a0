import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { pictures } from "./harness/looks.mjs";
import { closeWelcome, fetched, startsWith } from "./harness/steps.mjs";

const png = readFileSync(new URL("../../icons/128x128.png", import.meta.url));

/** Has a picture under `/spot.png` and a web page everywhere else; ends with the test. */
async function openPictures(t) {
  const requests = [];
  const server = createServer(({ url, headers }, reply) => {
    requests.push({ url, names: Object.keys(headers).sort() });
    const [type, body] = url === "/spot.png" ? ["image/png", png] : ["text/html", "<script>document.title = 'run'</script>"];
    reply.writeHead(200, { "Content-Type": type }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { base: `http://127.0.0.1:${server.address().port}`, requests };
}

test("a thumbnail is fetched only when asked for", async (t) => {
  const { base, requests } = await openPictures(t);
  const file = (assetName, path) => ({ assetName, width: 300, height: 250, size: 40, thumbnailUrl: `${base}${path}` });
  const ad = {
    type: "ExpandableBannerAd",
    id: 1,
    name: "Pictured",
    width: 300,
    height: 250,
    banner: file("spot.png", "/spot.png"),
    defaultImage: file("page.gif", "/page"),
  };
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await window.chord(Key.CONTROL, "8");
  await window.chord(Key.CONTROL, "i");
  await window.focused("textbox", "Pasted text");
  await window.press(JSON.stringify(ad));
  await window.chord(Key.CONTROL, Key.ENTER);
  await window.click("tab", startsWith("Assets"), await window.find("tablist", "Review"));
  const shows = (name) => window.find("button", `Show the picture of ${name}`);
  await shows("spot.png");
  assert.deepEqual(requests, [], "nothing is requested before");

  await window.click("button", "Show the picture of spot.png");
  await window.focused("button", "Fetch it from 127.0.0.1");
  await pictures(t, window, "ad-thumbnail-question");
  assert.deepEqual(requests, [], "nor before the person agreed to the host");

  await window.click("button", "Fetch it from 127.0.0.1");
  await window.find("img", "Thumbnail of spot.png");
  await window.reads(/128 by 128 px, from 127\.0\.0\.1/);
  await pictures(t, window, "ad-thumbnail");
  assert.deepEqual(requests, [{ url: "/spot.png", names: ["accept", "accept-encoding", "host"] }]);

  await window.click("button", "Show the picture of page.gif");
  await window.click("button", "Fetch it from 127.0.0.1");
  await window.reads(/not a PNG, JPEG, GIF or WebP picture/);
  assert.deepEqual(await window.all("img", /^Thumbnail/), []);
  await window.click("button", "Hide the picture");
  await shows("page.gif");
  assert.deepEqual(await window.blockedByPolicy(), []);
  assert.notEqual(await window.measure((done) => done(document.title)), "run");
});
