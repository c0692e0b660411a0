// Windows beside the app's own, such as the question for the keyring's password: used by real keys, since no driver reaches them.

import { appWindow } from "./drag.mjs";
import { eventually } from "./wait.mjs";
import { Display } from "./x11.mjs";

const [PRESS, RELEASE, MOVE] = [2, 3, 6];

/** Keys by their places on the keyboard that the display takes for granted. */
export const KEYS = { a: 38, enter: 36 };

/** Waits for a window other than the app's that is seen, and gives the way to use it; ends with the test. */
export async function nativeWindow(test) {
  const display = await Display.open();
  test.after(() => display.close());
  const window = await eventually("a window beside the app's", () => otherWindow(display));
  return new NativeWindow(display, window);
}

class NativeWindow {
  #display;
  #window;

  constructor(display, window) {
    this.#display = display;
    this.#window = window;
  }

  /** Presses keys together, as `KEYS` has them. Without a window manager they go to where the mouse is. */
  async press(...keys) {
    const { width, height } = await this.#display.size(this.#window);
    await this.#display.act(MOVE, 0, await this.#display.onScreen(this.#window, Math.round(width / 2), Math.round(height / 2)));
    for (const key of keys) await this.#display.act(PRESS, key);
    for (const key of keys.toReversed()) await this.#display.act(RELEASE, key);
  }
}

/** The largest window that is seen and not the app's. */
async function otherWindow(display) {
  const app = await appWindow(display);
  const others = (await display.children(display.root)).filter((window) => window !== app);
  const asked = others.map(async (window) => ({ window, isSeen: await display.isSeen(window), ...(await display.size(window)) }));
  const seen = (await Promise.all(asked)).filter(({ isSeen, width }) => isSeen && width > 50);
  return seen.sort((a, b) => b.width * b.height - a.width * a.height)[0]?.window;
}
