// The keyboard of the system, and windows of other programs such as the keyring's password prompt. The driver cannot
// reach either, so real keys are used.

import { appWindow } from "./drag.mjs";
import { eventually } from "./wait.mjs";
import { Display } from "./x11.mjs";

const [PRESS, RELEASE, MOVE] = [2, 3, 6];

/** How often a window must look the same before it counts as at rest. A caret blinks more slowly. */
const looksOfRest = 15;

/** The rows of the display's default keyboard, by the code of their first key. */
const keyRows = { 10: "1234567890-", 24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm,./" };
/** The codes of its keys. */
const codes = new Map([
  ...Object.entries({ escape: 9, enter: 36, control: 37, shift: 50 }),
  ...Object.entries(keyRows).flatMap(([first, keys]) => [...keys].map((key, at) => [key, Number(first) + at])),
]);

/** Returns the keyboard over the app's window. It is released at the end of the test. */
export async function keyboard(test) {
  return nativeKeys(test, "the app's window", appWindow);
}

/** Waits for a visible window that is not the app's, and returns its keyboard. It is released at the end of the test. */
export async function nativeWindow(test) {
  return nativeKeys(test, "a window beside the app's", otherWindow);
}

async function nativeKeys(test, what, choose) {
  const display = await Display.open();
  test.after(() => display.close());
  return new NativeWindow(display, await eventually(what, () => choose(display)));
}

class NativeWindow {
  #display;
  #window;

  constructor(display, window) {
    this.#display = display;
    this.#window = window;
  }

  /** Presses keys together, by their names. Without a window manager they go to the window under the mouse. */
  async press(...keys) {
    const { width, height } = await this.#display.size(this.#window);
    await this.#display.act(MOVE, 0, await this.#display.toScreen(this.#window, Math.round(width / 2), Math.round(height / 2)));
    for (const key of keys) await this.#display.act(PRESS, codes.get(key));
    for (const key of keys.toReversed()) await this.#display.act(RELEASE, codes.get(key));
  }

  /** Types a text key by key. */
  async type(text) {
    for (const key of text) await (codes.has(key) ? this.press(key) : this.press("shift", key.toLowerCase()));
  }

  /** Waits until the window shows the same for a while. A key that comes earlier can get lost. */
  async settled() {
    let [shown, looks] = [Buffer.alloc(0), 0];
    await eventually("the native window to settle", async () => {
      const pixels = await this.#display.pixels(this.#window);
      looks = pixels.equals(shown) ? looks + 1 : 0;
      shown = pixels;
      return looks === looksOfRest;
    });
  }

  /** Waits until the window is closed. */
  async gone() {
    await eventually("the native window to go", async () => !(await this.#display.isVisible(this.#window)));
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
