import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import GridLine from "./GridLine.svelte";
import type { Ticks } from "./ticks";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A line whose row goes missing, as in a jump to rows that are not loaded. */
async function setUp() {
  const [click, toggled] = [vi.fn(), vi.fn()];
  const cells = createRawSnippet<[string]>((row) => ({ render: () => `<b>${row()}</b>` }));
  const ticks = { has: () => false, label: (row) => `Select ${row}` } as Partial<Ticks<string>> as Ticks<string>;
  const shared = { id: "1", index: 0, current: false, open: false, columns: [], cells, ticks, click, point: vi.fn(), tick: toggled };
  const { rerender } = render(GridLine<string, string>, { ...shared, row: "A" });
  await rerender({ row: undefined });
  return { click, toggled, rerender };
}

const isHidden = () => screen.getByRole("row").classList.contains("waiting");

test("cells are hidden only after a while", async () => {
  const { rerender } = await setUp();
  expect(screen.getByRole("row").getAttribute("aria-busy")).toBe("true");
  expect(isHidden()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await tick();
  expect(isHidden()).toBe(true);
  await rerender({ row: "B" });
  expect(isHidden()).toBe(false);
});

test("a missing row is not ticked by its shown cell", async () => {
  const { click, toggled } = await setUp();
  const box = screen.getByRole<HTMLInputElement>("checkbox");
  await fireEvent.click(box);
  expect([toggled.mock.calls.length, click.mock.calls.length, box.checked]).toEqual([0, 1, false]);
});
