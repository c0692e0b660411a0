import { expect, test } from "vitest";

import type { FailureCode } from "./bindings";
import { CommandFailure, present } from "./failure";

test.each<[FailureCode, string, string]>([
  ["Conflict", "This draft is being sent.", "That is not possible now. This draft is being sent."],
  ["Conflict", "Another window changed it.", "That is not possible now. Another window changed it."],
  ["NotFound", "This draft was sent or discarded.", "It no longer exists. This draft was sent or discarded."],
  ["Storage", "The disk is full.", "This computer’s disk failed. The disk is full."],
])("%s: %s", (code, message, whole) => {
  const failure = new CommandFailure({ code, message, details: null });
  expect(`${present(failure).heading}. ${failure.message}`).toBe(whole);
});

test("only disk failures mention the disk", () => {
  const codes: FailureCode[] = ["Invalid", "NotFound", "Conflict", "Offline", "Unauthorized", "Refused", "Cancelled", "Internal"];
  const headings = codes.map((code) => present(new CommandFailure({ code, message: "", details: null })).heading);
  expect(headings.filter((heading) => /disk|write/iu.test(heading))).toEqual([]);
});
