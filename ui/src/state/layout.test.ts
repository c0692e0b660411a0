import { expect, test } from "vitest";

import { laidOut } from "./layout";

const text = '{"id":9007199254740993,"name":"A, \\"B\\": {c}","pacing":4.50e-1,"flags":[1,{"on":true}],"none":{},"odd name":[]}';

test("each member stands on a line of its own, spelled as it was", () => {
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

test("a text that is laid out stays as it is", () => {
  expect(laidOut(laidOut(text))).toBe(laidOut(text));
});

test("what is broken is laid out with every letter of it", () => {
  for (const broken of ['{"a":"b', "]]{", '{"a" x 1,,}', ""]) {
    expect(laidOut(broken).replaceAll(/\s/gu, "")).toBe(broken.replaceAll(/\s/gu, ""));
  }
});
