import { expect, test } from "vitest";

import { formatJson } from "./formatJson";

const text = '{"id":9007199254740993,"name":"A, \\"B\\": {c}","pacing":4.50e-1,"flags":[1,{"on":true}],"none":{},"odd name":[]}';

test("each member has its own line, spelled unchanged", () => {
  expect(formatJson(text)).toBe(`{
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
  expect(formatJson(formatJson(text))).toBe(formatJson(text));
});

test("broken text is formatted without losing a letter", () => {
  for (const broken of ['{"a":"b', "]]{", '{"a" x 1,,}', ""]) {
    expect(formatJson(broken).replaceAll(/\s/gu, "")).toBe(broken.replaceAll(/\s/gu, ""));
  }
});
