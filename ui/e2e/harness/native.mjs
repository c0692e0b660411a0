// Windows of other programs, such as the keyring's password prompt. The driver cannot reach them, so real keys are used.

import { appWindow } from "./drag.mjs";
import { eventually } from "./wait.mjs";
import { Display } from "./x11.mjs";

const [PRESS, RELEASE, MOVE] = [2, 3, 6];

/** Key codes of the display's default keyboard. */
export const KEYS = { a: 38, enter: 36 };

/** Waits for a visible window that is not the app's, and returns it. It is released at the end of the test. */
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

  /** Presses keys of `KEYS` together. Without a window manager they go to the window under the mouse. */
  async press(...keys) {
    const { width, height } = await this.#display.size(this.#window);
    await this.#display.act(MOVE, 0, await this.#display.toScreen(this.#window, Math.round(width / 2), Math.round(height / 2)));
    for (const key of keys) await this.#display.act(PRESS, key);
    for (const key of keys.toReversed()) await this.#display.act(RELEASE, key);
  }
}

/** Returns the largest visible window that is not the app's. */
async function otherWindow(display) {
  const app = await appWindow(display);
  const others = (await display.children(display.root)).filter((window) => window !== app);
  const candidates = others.map(async (window) => ({
    window,
    isVisible: await display.isVisible(window),
    ...(await display.size(window)),
  }));
  const visible = (await Promise.all(candidates)).filter(({ isVisible, width }) => isVisible && width > 50);
  return visible.sort((a, b) => b.width * b.height - a.width * a.height)[0]?.window;
}
