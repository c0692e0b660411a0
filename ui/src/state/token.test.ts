import { expect, test } from "vitest";

import { insertToken, matchingTokens, openToken } from "./token";

const tokens = [
  { value: "{advertiserId}", label: "Advertiser ID" },
  { value: "{advertiserName}", label: "Advertiser" },
  { value: "{brandName}", label: "Brand" },
  { value: "{startDate:YYYY-MM-DD}", label: "Start" },
];

test("a token is open between brace and caret", () => {
  expect(openToken("a {adv", 6)).toEqual({ start: 2, typed: "adv" });
  expect(openToken("a {adv", 2)).toBeNull();
  expect(openToken("{x} b", 5)).toBeNull();
  expect(openToken("{{adv", 5)).toBeNull();
  expect(openToken("{{{", 3)).toEqual({ start: 2, typed: "" });
});

test("tokens match by label and path, prefixes first", () => {
  const labels = (typed: string) => matchingTokens(tokens, typed).map(({ label }) => label);
  expect(labels("")).toEqual(["Advertiser ID", "Advertiser", "Brand", "Start"]);
  expect(labels("adv")).toEqual(["Advertiser", "Advertiser ID"]);
  expect(labels("bra")).toEqual(["Brand"]);
  expect(labels("name")).toEqual(["Brand", "Advertiser"]);
  expect(labels("s")).toEqual(["Start", "Advertiser", "Advertiser ID"]);
});

test("a chosen token replaces the typed part", () => {
  const open = { start: 2, typed: "adv" };
  expect(insertToken("a {adv b", 6, open, "{advertiserName}")).toEqual({ text: "a {advertiserName} b", caret: 18 });
  expect(insertToken("a {advert} b", 6, open, "{advertiserName}")).toEqual({ text: "a {advertiserName} b", caret: 18 });
});
