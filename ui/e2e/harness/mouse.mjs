// The mouse over the real window: the driver turns its wheel without the keys that are held, and holds no page that has crashed.

import { appWindow } from "./drag.mjs";
import { Display } from "./x11.mjs";

const KEY = { press: 2, release: 3 };
const BUTTON = { press: 4, release: 5 };
const MOVE = 6;
const LEFT = 1;
const [AWAY, TOWARDS] = [4, 5];
const CTRL = 37;

/** Turns the wheel by one step away from the person, or towards them, over a place of the window; Ctrl may be held. */
export async function turnWheel(place, away, ctrl = false) {
  await overWindow(place, async (display) => {
    if (ctrl) await display.act(KEY.press, CTRL);
    await display.act(BUTTON.press, away ? AWAY : TOWARDS);
    await display.act(BUTTON.release, away ? AWAY : TOWARDS);
    if (ctrl) await display.act(KEY.release, CTRL);
  });
}

/** Clicks on a place of the window. */
export async function clickAt(place) {
  await overWindow(place, async (display) => {
    await display.act(BUTTON.press, LEFT);
    await display.act(BUTTON.release, LEFT);
  });
}

async function overWindow({ x, y }, act) {
  const display = await Display.open();
  try {
    const window = await appWindow(display);
    if (!window) return;
    await display.act(MOVE, 0, await display.onScreen(window, Math.round(x), Math.round(y)));
    await act(display);
  } finally {
    display.close();
  }
}
