import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { CAMPAIGN, begin, json, onOdd, openOdd, usual } from "./harness/odd.mjs";
import { choose, closeWelcome, fetched, openView } from "./harness/steps.mjs";

const SECRET = "canary-77c2-opensesame";

const PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1><p>The upstream ads-core-3 did not answer.</p></body></html>
`;

/** Asks for the campaigns, which fails in this way, and opens the reply with the keyboard. */
async function failing(window, odd, answer, sentence) {
  odd.answer = answer;
  await window.focus("grid", "Campaigns");
  await window.press(Key.F5);
  await window.reads(sentence);
  await window.tabTo("button", "Show the reply");
  await window.press(Key.ENTER);
  return window.find("dialog", "Reply of the service");
}

/** Closes the reply; the focus is where it was opened. The message is put away. */
async function leave(window) {
  await window.press(Key.ESCAPE);
  await window.gone("dialog", "Reply of the service");
  await window.focused("button", "Show the reply");
  await window.click("button", "Close message");
  await window.gone("button", "Show the reply");
}

test("a long pause shows its end and allows retrying", async (t) => {
  const odd = await openOdd(t);
  const window = await onOdd(t, odd);
  let asked = 0;
  odd.answer = () => {
    asked += 1;
    return { status: 429, headers: { "Retry-After": "3600" }, body: "" };
  };
  const again = async () => {
    await window.focus("grid", "Campaigns");
    await window.press(Key.F5);
  };
  await again();
  await window.find("button", "Try again");
  await window.reads("Busy", await window.find("contentinfo"));
  await window.reads(/The service asks for a pause until (\d{4}-\d\d-\d\d )?\d\d:\d\d/);
  await pictures(t, window, "replies-pause");
  const before = asked;
  await window.click("button", "Close message");
  await again();
  await window.find("button", "Close message");
  assert.equal(asked, before, "the service is left alone");
  odd.answer = usual;
  await window.click("button", "Try again");
  await window.gone("button", "Try again");
  await window.reads("Online", await window.find("contentinfo"));
});

test("every reply becomes a sentence with its text", async (t) => {
  const odd = await openOdd(t);
  const window = await onOdd(t, odd);
  await window.reads("987 of 1000 requests left", await window.find("contentinfo"));
  await checkAppearance(window, "replies-quota");

  await t.test("a web page of a gateway", async (t) => {
    const gateway = () => ({ status: 502, headers: { "Content-Type": "text/html" }, body: PAGE });
    const dialog = await failing(
      window,
      odd,
      gateway,
      /failed without saying what it did \(status 502: it sent a web page with the title “502 Bad Gateway”\)/,
    );
    await window.reads("HTTP 502", dialog);
    await window.reads("ads-core-3", dialog);
    await pictures(t, window, "replies-page");
    await leave(window);
  });

  await t.test("nothing at all", async (t) => {
    odd.answer = () => ({ status: 200, headers: {}, body: "" });
    const dialog = await failing(window, odd, odd.answer, "sent an empty reply");
    await window.reads("GET", dialog);
    await pictures(t, window, "replies-empty");
    await leave(window);
  });

  await t.test("unknown envelopes and missing paths are reported", async (t) => {
    const unknown = () => json({ page: { rows: [CAMPAIGN], of: 1 } });
    const dialog = await failing(window, odd, unknown, "it is not clear where the data is");
    await window.reads("“page”".replaceAll(/[“”]/g, '"'), dialog);
    await pictures(t, window, "replies-unknown");
    await leave(window);
    const gone = () => ({ status: 404, headers: { "Content-Type": "application/json" }, body: "{}" });
    await failing(window, odd, gone, "Let the connection doctor try other paths");
    await leave(window);
  });

  await t.test("a busy service is retried until the person stops", async () => {
    odd.answer = () => ({ status: 429, headers: { "Retry-After": "45" }, body: "" });
    await window.focus("grid", "Campaigns");
    await window.press(Key.F5);
    const status = await window.find("contentinfo");
    await window.reads(/4\d s/, status);
    await checkAppearance(window, "replies-busy");
    await choose(window, "Stop fetching", /Stop fetching/);
    await window.gone("progressbar", /Fetching campaigns/);
  });

  await t.test("the doctor finds the envelope and suggests its setting", async () => {
    odd.answer = ({ url }) => {
      if (/campaigns\/7/.test(url)) return json({ page: { row: CAMPAIGN } });
      const { result } = JSON.parse(usual({ url }).body);
      return json({ page: { rows: url.includes("/campaigns") ? result : [], totalRows: 1 } });
    };
    await choose(window, "connection doctor", /Run the connection doctor/);
    await window.reads("Set the place of the total");
    await checkAppearance(window, "doctor-envelope");
    await window.click("button", /^Accept all \d+/);
    await window.reads("You accepted the suggestions.");
    await window.click("button", "Open again");
    await window.gone("button", "Open again");
    await fetched(window);
    await openView(window, "Campaigns");
    await window.find("gridcell", /^Spring launch/, await window.find("grid", "Campaigns"));
  });
});

test("a refused login shows the reply without the password", async (t) => {
  const odd = await openOdd(t);
  odd.answer = ({ method }) => {
    if (method === "GET") return { status: 401, headers: { "Content-Type": "application/json" }, body: "" };
    const body = `<html><title>Sign in</title><p>No account for someone with ${SECRET}. Ask ads-desk for one.</p></html>`;
    return { status: 403, headers: { "Content-Type": "text/html" }, body };
  };
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await begin(window, "Acme live", odd.base);
  await window.fill("textbox", "Login name", "someone");
  await window.typeSecret("Password", SECRET);
  await window.click("button", "Save and test");
  await window.reads(/The service refused the login \(status 403\)/);
  await window.openAll();
  const replies = await window.all("button", "Show the reply");
  assert.ok(replies.length >= 2, "the first answer and the refusal");
  await replies.at(-1).click();
  await window.reads("No account for someone with [hidden]");
  assert.ok(!(await window.text()).includes(SECRET));
  await checkAppearance(window, "doctor-refused");
});
