import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { beforeClosing, type Leaving } from "./window";

type Asked = (event: { preventDefault: () => void }) => Promise<void>;

const frame = vi.hoisted(() => ({ onCloseRequested: vi.fn(), destroy: vi.fn() }));
vi.mock("@tauri-apps/api/core", async (original) => ({ ...(await original<object>()), isTauri: () => true }));
vi.mock("@tauri-apps/api/window", () => ({ getCurrentWindow: () => frame }));

beforeEach(() => {
  vi.useFakeTimers();
  frame.onCloseRequested.mockReset();
  frame.destroy.mockReset();
});
afterEach(() => void vi.useRealTimers());

/** Presses the frame's close button; tells whether the window goes away. */
async function close(mayClose: Leaving["mayClose"]) {
  beforeClosing({ save: () => Promise.resolve(), mayClose });
  const [asked] = frame.onCloseRequested.mock.lastCall as [Asked];
  const event = { preventDefault: vi.fn() };
  let settled = false;
  const asking = asked(event).then(() => (settled = true));
  await vi.advanceTimersByTimeAsync(1900);
  const wasPatient = !settled;
  await vi.advanceTimersByTimeAsync(200);
  await asking;
  return { closes: event.preventDefault.mock.calls.length === 0, wasPatient };
}

test("the window closes once everything is saved", async () => {
  expect(await close(() => Promise.resolve(true))).toEqual({ closes: true, wasPatient: false });
});

test("it stays where something is not saved, and closes when told to after all", async () => {
  const held = await close((closeIt) => {
    closeIt();
    return Promise.resolve(false);
  });
  expect(held.closes).toBe(false);
  expect(frame.destroy).toHaveBeenCalledOnce();
});

test("a save that hangs does not keep it open for ever", async () => {
  expect(await close(() => new Promise<boolean>(() => undefined))).toEqual({ closes: true, wasPatient: true });
});

test("nor does a mistake of ours", async () => {
  expect((await close(() => Promise.reject(new Error("broken")))).closes).toBe(true);
});
