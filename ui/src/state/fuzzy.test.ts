import { expect, test } from "vitest";

import { answers } from "./fuzzy";

test.each([
  ["new", "New campaign", "Renew"],
  ["camp", "New campaign", "Decampaign"],
  ["send", "Review and send", "Sound trend"],
])("%s is answered better by “%s” than by “%s”", (typed, better, worse) => {
  expect(answers(typed, better) ?? 0).toBeGreaterThan(answers(typed, worse) ?? 0);
});

test("every word must be in the title or in the words beside it", () => {
  expect(answers("dark theme", "Dark theme")).not.toBeNull();
  expect(answers("dark colours", "Dark theme", "colours")).not.toBeNull();
  expect(answers("dark sent", "Dark theme")).toBeNull();
});
