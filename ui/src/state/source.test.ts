import { describe, expect, test } from "vitest";

import { exactLines, isChanged, laidOut } from "./source";

const text = '{"id":9007199254740993,"name":"A, \\"B\\": {c}","pacing":4.50e-1,"flags":[1,{"on":true}],"none":{},"odd name":[]}';

describe("laidOut", () => {
  test("puts each member on a line of its own, under its path", () => {
    const drawn = laidOut(text).map(({ text, path }) => `${text.padEnd(34)}| ${path ?? "-"}`);
    expect(`\n${drawn.join("\n")}\n`).toBe(`
{                                 | 
  "id": 9007199254740993,         | id
  "name": "A, \\"B\\": {c}",        | name
  "pacing": 4.50e-1,              | pacing
  "flags": [                      | flags
    1,                            | flags[0]
    {                             | flags[1]
      "on": true                  | flags[1].on
    }                             | -
  ],                              | -
  "none": {},                     | none
  "odd name": []                  | ["odd name"]
}                                 | -
`);
  });

  test("respells nothing: only white space is added", () => {
    const squeezed = laidOut(text).map(({ text }) => text.trim()).join("");
    expect(squeezed.replaceAll('": ', '":').replace('B\\":{', 'B\\": {')).toBe(text);
  });
});

test("exact lines are the text itself", () => {
  expect(exactLines('{\n "a": 1\n}').map(({ text }) => text)).toEqual(["{", ' "a": 1', "}"]);
});

test("a line is changed when its value or one around it is", () => {
  const at = (path: string | null) => isChanged({ text: "", path }, ["flags", "name"]);
  expect([at("name"), at("flags[1].on"), at("names"), at("id"), at(null)]).toEqual([true, true, false, false, false]);
});
