// Types into the search box of the list and prints how long each key took to be seen, in milliseconds: a JSON array.
// Usage: node list.mjs HOME

import { argv } from "node:process";

import { openApp } from "../harness/app.mjs";
import { measureTyping } from "./in-page.mjs";

const words = ["spring launch", "film, de", "advertiser 17", "winter cover, uk", "brand 204", "emea 12", "sale, nordics", "10000"];

const closers = [];
const app = await openApp({ after: (close) => closers.push(close) }, argv[2]);
try {
  await app.window.find("gridcell", /^\d{10}$/);
  const samples = [];
  for (const word of words) samples.push(...(await app.window.measure(measureTyping, word)));
  console.log(JSON.stringify(samples));
} finally {
  for (const close of closers) await close();
}
