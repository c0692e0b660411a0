import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { beforeClosing, type Leaving } from "./window";

type Asked = (event: { preventDefault: () => void }) => Promise<void>;

const frame = vi.hoisted(() => ({ onCloseRequested: vi.fn(), destroy: vi.fn() }));
const invoke = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock("@tauri-apps/api/core", async (original) => ({ ...(await original<object>()), isTauri: () => true, invoke }));
vi.mock("@tauri-apps/api/window", () => ({ getCurrentWindow: () => frame }));

beforeEach(() => {
  vi.useFakeTimers();
  frame.onCloseRequested.mockReset();
  frame.destroy.mockReset();
  invoke.mockClear();
});
afterEach(() => void vi.useRealTimers());

/** Presses the frame's close button. Returns whether the window closes, and whether the person was asked to wait. */
async function close(mayClose: Leaving["mayClose"]) {
  const waiting = vi.fn();
  await beforeClosing({ mayClose, waiting });
  const [asked] = frame.onCloseRequested.mock.lastCall as [Asked];
  const event = { preventDefault: vi.fn() };
  const asking = asked(event);
  await vi.advanceTimersByTimeAsync(1900);
  const toldAtOnce = waiting.mock.calls.length > 0;
  await vi.advanceTimersByTimeAsync(200);
  await asking;
  const keptOpen = invoke.mock.calls.length > 0;
  return {
    closes: event.preventDefault.mock.calls.length === 0,
    keptOpen,
    told: waiting.mock.lastCall as [() => void] | undefined,
    toldAtOnce,
  };
}

test("the window closes once everything is saved", async () => {
  expect(await close(() => Promise.resolve(true))).toMatchObject({ closes: true, keptOpen: false, told: undefined });
});

test("unsaved text keeps it open until confirmed", async () => {
  const held = await close((closeIt) => {
    closeIt();
    return Promise.resolve(false);
  });
  expect(held).toMatchObject({ closes: false, keptOpen: true, told: undefined });
  expect(frame.destroy).toHaveBeenCalledOnce();
});

test("a hanging save keeps it open and says so", async () => {
  let saved: (may: boolean) => void = () => undefined;
  const held = await close(() => new Promise<boolean>((resolve) => (saved = resolve)));
  expect(held).toMatchObject({ closes: false, keptOpen: true, toldAtOnce: false });
  expect(held.told).toBeDefined();
  expect(frame.destroy).not.toHaveBeenCalled();
  saved(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(frame.destroy).toHaveBeenCalledOnce();
});

test("a person need not wait for it", async () => {
  const { told } = await close(() => new Promise<boolean>(() => undefined));
  told?.[0]();
  expect(frame.destroy).toHaveBeenCalledOnce();
});

test("a mistake of ours does not keep it open", async () => {
  expect((await close(() => Promise.reject(new Error("broken")))).closes).toBe(true);
});
