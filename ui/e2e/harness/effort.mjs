/** A window that counts the keys and the clicks of a job. Typed text is not counted. */
export class Effort {
  keys = 0;
  clicks = 0;
  #window;

  constructor(window) {
    this.#window = window;
  }

  /** Presses keys or chords, and counts each of them once. */
  async press(...keys) {
    this.keys += keys.length;
    for (const key of keys) await this.#window.press(key);
  }

  /** Types a text where the focus is. */
  async type(text) {
    await this.#window.press(text);
  }

  async click(role, name, within) {
    this.clicks += 1;
    await this.#window.click(role, name, within);
  }

  /** Replaces the text of a box, which a triple click selects. */
  async fill(role, name, text) {
    this.clicks += 1;
    await this.#window.fill(role, name, text);
  }
}
