import { expect, test } from "vitest";

import { matchScore } from "./fuzzy";

// The order of crates/adwright-desk/src/palette/score.rs, on the same scale.
test.each([
  ["new", "New", "New campaign"],
  ["new", "New campaign", "Newest campaign"],
  ["camp", "Campaigns", "New campaign"],
  ["camp", "New campaign", "Decampaign"],
  ["sale", "Spring sale", "Salesman"],
  ["send", "Resend", "Sound trend"],
  ["cmpgn", "Campaigns", "Come in, pay again"],
])("%s is answered better by “%s” than by “%s”", (typed, better, worse) => {
  expect(matchScore(typed, better) ?? 0).toBeGreaterThan(matchScore(typed, worse) ?? 0);
});

test.each([
  ["spr", "Make the workspace read-only", "protect send nothing"],
  ["aut", "Pause the practice service", "outage offline stop train"],
  ["ne", "Pause the practice service", "train offline"],
  ["mwr", "Make the workspace read-only", ""],
])("%s does not answer to “%s”", (typed, title, more) => {
  expect(matchScore(typed, title, more)).toBeNull();
});

test("every word matches the title or an alias", () => {
  expect(matchScore("dark theme", "Dark theme")).not.toBeNull();
  expect(matchScore("dark colours", "Dark theme", "colours")).not.toBeNull();
  expect(matchScore("dark sent", "Dark theme")).toBeNull();
});

test("title words count more than aliases", () => {
  expect(matchScore("light", "Light theme", "dark") ?? 0).toBeGreaterThan(matchScore("light", "Dark theme", "light") ?? 0);
});
