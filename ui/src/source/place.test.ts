import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";

import { offsetOf } from "./marks";
import { pathAt, slotAt, spanOf } from "./place";

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: [json()] });
}

const text = '{\n  "name": "A",\n  "flights": [\n    { "cap": { "days": 3 } },\n    7\n  ],\n  "odd.name": { "": null }\n}';

describe("spanOf", () => {
  const cut = (path: string) => {
    const { from, to } = spanOf(stateOf(text), path);
    return text.slice(from, to);
  };

  test.each([
    ["name", '"name": "A"'],
    ["flights[0].cap.days", '"days": 3'],
    ["flights[1]", "7"],
    ['["odd.name"]', '"odd.name": { "": null }'],
    ['["odd.name"][""]', '"": null'],
  ])("finds %s", (path, expected) => expect(cut(path)).toBe(expected));

  test("a missing path leads to the nearest place", () => {
    expect(cut("flights[0].cap.perDevice")).toBe('"cap": { "days": 3 }');
    expect(cut("flights[9].cap")).toBe(text.slice(text.indexOf('"flights"'), text.indexOf("],") + 1));
    expect([cut("none"), cut(""), cut("name.first")]).toEqual(["", "", '"name": "A"']);
  });

  test("also in a text that is broken", () => {
    const broken = text.replace('"A"', '"A" x');
    const { from } = spanOf(stateOf(broken), "flights[0].cap.days");
    expect(broken.slice(from, from + 6)).toBe('"days"');
  });
});

test("pathAt names the member or item around a place", () => {
  const at = (piece: string) => pathAt(stateOf(text), text.indexOf(piece) + 1);
  expect([at('"days"'), at('days": 3'), at('"A"'), at('"": null')]).toEqual([
    "flights[0].cap.days",
    "flights[0].cap.days",
    "name",
    '["odd.name"][""]',
  ]);
  expect(pathAt(stateOf(text), text.indexOf("7"))).toBe("flights[1]");
  expect(pathAt(stateOf(text), 0)).toBe("");
});

describe("slotAt", () => {
  /** What is expected at the bar. */
  const slot = (marked: string) => {
    const at = marked.indexOf("|");
    const doc = marked.replace("|", "");
    const found = slotAt(stateOf(doc), at);
    return found && [found.kind, found.path, doc.slice(found.from, found.to), ...found.names].join(" ");
  };

  test.each([
    ["{|", "member  "],
    ['{ "na|" }', 'member  "na"'],
    ['{ "na| }', 'member  "na'],
    ['{ "a": 1, na| }', "member  na a"],
    ['{ "a": 1,\n  "b|"\n}', 'member  "b" a'],
    ['{ "a": tr| }', "value a tr"],
    ['{ "a": "EU|" }', 'value a "EU"'],
    ['{ "a": | }', "value a "],
    ['{ "l": [1, |] }', "value l[1] "],
    ['{ "l": [{ "x|": 1 }] }', 'member l[0] "x"'],
    ['{ "l": [{ "x": "an ad, with \\"|" }] }', 'value l[0].x "an ad, with \\""'],
  ])("in %s", (marked, expected) => expect(slot(marked)).toBe(expected));

  test("outside the document and after values nothing fits", () => {
    expect([slot("|"), slot('{ "a": 1 |'), slot('{ "a" | }'), slot("{} |")]).toEqual([null, null, null, null]);
  });
});

test("a column counts characters, also those of two halves", () => {
  const { doc } = stateOf('{"a":"🎬🎬x"');
  expect(doc.sliceString(offsetOf(doc, { line: 1, column: 9 }))).toBe('x"');
  expect(offsetOf(doc, { line: 99, column: 99 })).toBe(doc.length);
});
