// The wheel of the mouse, turned over the real window: the driver turns it without the keys that are held.

import { appWindow } from "./drag.mjs";
import { Display } from "./x11.mjs";

const KEY = { press: 2, release: 3 };
const BUTTON = { press: 4, release: 5 };
const MOVE = 6;
const [AWAY, TOWARDS] = [4, 5];
const CTRL = 37;

/** Turns the wheel by one step away from the person, or towards them, over a place of the window; Ctrl may be held. */
export async function turnWheel({ x, y }, away, ctrl = false) {
  const display = await Display.open();
  try {
    await display.act(MOVE, 0, await display.onScreen(await appWindow(display), Math.round(x), Math.round(y)));
    if (ctrl) await display.act(KEY.press, CTRL);
    await display.act(BUTTON.press, away ? AWAY : TOWARDS);
    await display.act(BUTTON.release, away ? AWAY : TOWARDS);
    if (ctrl) await display.act(KEY.release, CTRL);
  } finally {
    display.close();
  }
}
