// A mouse over the real window. The driver ignores held keys when it turns the wheel, and cannot use a crashed page.

import { appWindow } from "./drag.mjs";
import { Display } from "./x11.mjs";

const KEY = { press: 2, release: 3 };
const BUTTON = { press: 4, release: 5 };
const MOVE = 6;
const LEFT = 1;
const [WHEEL_UP, WHEEL_DOWN] = [4, 5];
const CTRL = 37;

/** Turns the wheel by one step "up" or "down" at a position in the window, with Ctrl held if `ctrl` is set. */
export async function turnWheel(position, direction, { ctrl = false } = {}) {
  const button = direction === "up" ? WHEEL_UP : WHEEL_DOWN;
  await withPointerAt(position, async (display) => {
    if (ctrl) await display.act(KEY.press, CTRL);
    await display.act(BUTTON.press, button);
    await display.act(BUTTON.release, button);
    if (ctrl) await display.act(KEY.release, CTRL);
  });
}

/** Clicks at a position in the window. */
export async function clickAt(position) {
  await withPointerAt(position, async (display) => {
    await display.act(BUTTON.press, LEFT);
    await display.act(BUTTON.release, LEFT);
  });
}

async function withPointerAt({ x, y }, act) {
  const display = await Display.open();
  try {
    const window = await appWindow(display);
    if (!window) return;
    await display.act(MOVE, 0, await display.toScreen(window, Math.round(x), Math.round(y)));
    await act(display);
  } finally {
    display.close();
  }
}
