import { expect, test } from "vitest";

import { laidOut } from "./layout";

const text = '{"id":9007199254740993,"name":"A, \\"B\\": {c}","pacing":4.50e-1,"flags":[1,{"on":true}],"none":{},"odd name":[]}';

test("each member has its own line, spelled unchanged", () => {
  expect(laidOut(text)).toBe(`{
  "id": 9007199254740993,
  "name": "A, \\"B\\": {c}",
  "pacing": 4.50e-1,
  "flags": [
    1,
    {
      "on": true
    }
  ],
  "none": {},
  "odd name": []
}`);
});

test("a formatted text stays unchanged", () => {
  expect(laidOut(laidOut(text))).toBe(laidOut(text));
});

test("broken text is formatted without losing a letter", () => {
  for (const broken of ['{"a":"b', "]]{", '{"a" x 1,,}', ""]) {
    expect(laidOut(broken).replaceAll(/\s/gu, "")).toBe(broken.replaceAll(/\s/gu, ""));
  }
});
