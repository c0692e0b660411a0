import { expect, test } from "vitest";

import { refuseDrops } from "./drops";

refuseDrops();

function drop(markup: string): boolean {
  document.body.innerHTML = markup;
  const target = document.body.firstElementChild!;
  return !target.dispatchEvent(new Event("drop", { bubbles: true, cancelable: true, composed: true }));
}

test("only open fields take drops", () => {
  const refused = ["<div>", "<a>", "<button>", "<input type=password>"].map(drop);
  expect(refused).toEqual([true, true, true, true]);
  const taken = ["<input>", "<textarea>"].map(drop);
  expect(taken).toEqual([false, false]);
});
