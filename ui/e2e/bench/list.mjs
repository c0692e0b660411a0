// Types into the search box of the list, and into a bare page that repeats its text. Prints how long each key took to be
// seen, in milliseconds, as JSON.
// Usage: node list.mjs HOME

import { argv } from "node:process";

import { openApp } from "../harness/app.mjs";
import { measureTyping } from "./in-page.mjs";

/** Each ends with a key that changes the rows. */
const words = ["spring l", "film, de", "advertiser 17", "winter cover, uk", "brand 204", "emea 12", "sale, n"];
const echoed = words.slice(0, 2);

const closers = [];
const app = await openApp({ after: (close) => closers.push(close) }, argv[2]);
try {
  await app.window.find("gridcell", /^\d{10}$/);
  const times = { list: [], echo: [] };
  for (const text of words) times.list.push(...(await app.window.measure(measureTyping, { text })));
  for (const text of echoed) times.echo.push(...(await app.window.measure(measureTyping, { text, bare: true })));
  console.log(JSON.stringify(times));
} finally {
  for (const close of closers) await close();
}
