import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { Key, error } from "selenium-webdriver";

import * as inPage from "./in-page.mjs";
import { target } from "./processes.mjs";
import { PATIENCE, eventually } from "./wait.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The folder for screenshots. */
const tour = process.env.ADWRIGHT_TOUR ?? join(target, "tour");

/** The app's window, as a person sees it: by roles and names, never by classes. */
export class Window {
  #driver;

  constructor(driver) {
    this.#driver = driver;
  }

  /** Waits until the window is ready for requests. */
  async ready() {
    await this.#driver.manage().setTimeouts({ script: PATIENCE });
    await this.#driver.executeScript(inPage.watchPolicy);
    await this.find("navigation", "Views");
    return this;
  }

  /** All elements with this role and name (a text for the whole name, or a pattern) that are visible now. */
  async all(role, name, within) {
    await this.#loadAxe();
    return this.#driver.executeScript(inPage.findByRole, role, pattern(name), within);
  }

  /** Waits for the first visible element with this role and name. */
  async find(role, name, within) {
    return eventually(`${role} ${name}`, async () => (await this.all(role, name, within))[0]);
  }

  /** Waits until no visible element has this role and name. */
  async gone(role, name) {
    await eventually(`${role} ${name} to go`, async () => (await this.all(role, name)).length === 0);
  }

  async click(role, name, within) {
    await this.#act(role, name, within, (element) => element.click());
  }

  /** Replaces the text of a text box. */
  async fill(role, name, text) {
    await this.#act(role, name, undefined, async (box) => {
      // A separate call, because the driver drops the keys after a chord.
      await box.sendKeys(Key.chord(Key.CONTROL, "a"));
      await box.sendKeys(text === "" ? Key.DELETE : text);
    });
  }

  /** Opens the window for a secret with the button of its field, and types it there. */
  async typeSecret(label, text, meanwhile) {
    await this.click("button", new RegExp(`^${label}: `));
    await this.typeSecretInWindow(text, meanwhile);
  }

  /** Types a secret into its window, which is opening, and confirms it with Enter. `meanwhile` runs before Enter. */
  async typeSecretInWindow(text, meanwhile = async () => {}) {
    const main = await this.#driver.getWindowHandle();
    const secretWindow = async () => (await this.#driver.getAllWindowHandles()).find((handle) => handle !== main);
    await this.#driver.switchTo().window(await eventually("the window for the secret", secretWindow));
    await eventually("the field for the secret", () => this.#driver.executeScript(inPage.hasSecretField));
    await this.press(text);
    await meanwhile();
    await this.press(Key.ENTER).catch(ignoreClosedWindow);
    await eventually("the window for the secret to go", async () => !(await secretWindow()));
    await this.#driver.switchTo().window(main);
    await this.reads("Entered, not saved yet");
  }

  /** Chooses an option of a native list by its label, or by a pattern for it. */
  async choose(name, label) {
    await this.#act("combobox", name, undefined, async (list) => {
      const option = await this.#driver.executeScript(inPage.optionOf, list, pattern(label));
      if (!option) throw new Error(`There is no option ${label}`);
      await option.click();
    });
  }

  /**
   * Presses keys where the focus is, like a keyboard. Keys that are sent to an element can get lost: the window may remove
   * the element after the key is down, and the driver would drop the release.
   */
  async press(...keys) {
    const actions = this.#driver.actions();
    for (const text of keys) pressText(actions, text);
    await actions.perform();
  }

  /** Presses keys together where the focus is. */
  async chord(...keys) {
    await this.press(Key.chord(...keys));
  }

  /** Returns the row under the cursor, in the focused grid. */
  async activeRow() {
    return this.#driver.executeScript(() => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? ""));
  }

  /** Scrolls an element to its end. */
  async scrollToEnd(role, name) {
    await this.#act(role, name, undefined, (element) => this.#driver.executeScript((one) => (one.scrollTop = one.scrollHeight), element));
  }

  /** Focuses an element without a click. */
  async focus(role, name, within) {
    await this.#act(role, name, within, (element) => this.#driver.executeScript((one) => one.focus(), element));
  }

  /** Presses the right button of the mouse on an element. */
  async rightClick(role, name, within) {
    await this.#act(role, name, within, (element) => this.#driver.actions().contextClick(element).perform());
  }

  /** Drags with the mouse from one position to another. */
  async drag(from, to) {
    await this.#driver.actions().move(at(from)).press().move(at(to)).release().perform();
  }

  /** Clicks twice at a position. */
  async doubleClickAt(position) {
    await this.#driver.actions().move(at(position)).press().release().press().release().perform();
  }

  /** Waits until an element has the focus. */
  async focused(role, name) {
    const has = async () => {
      const elements = await this.all(role, name);
      const focused = await Promise.all(elements.map((element) => this.isFocused(element)));
      return focused.includes(true);
    };
    await eventually(`the focus on ${role} ${name}`, has);
  }

  /** Returns whether an element, or one inside it, has the focus. */
  async hasFocus(role, name) {
    const [element] = await this.all(role, name);
    const has = (one) => one.contains(document.activeElement);
    return element !== undefined && this.#driver.executeScript(has, element);
  }

  /** Presses the tab key until an element has the focus, at most once around. */
  async tabTo(role, name) {
    const element = await this.find(role, name);
    const focus = () => this.#driver.switchTo().activeElement();
    const seen = new Set();
    for (
      let at = await focus();
      !(await this.#driver.executeScript((one) => document.activeElement === one, element));
      at = await focus()
    ) {
      const id = await at.getId();
      if (seen.has(id) && seen.size > 2) throw new Error(`The tab key does not lead to ${role} ${name}`);
      seen.add(id);
      await this.press(Key.TAB);
    }
  }

  /** Returns whether an element has the focus. */
  async isFocused(element) {
    return this.#driver.executeScript((one) => document.activeElement === one, element);
  }

  /** Waits until the window, or the element `within`, shows a text. */
  async reads(text, within) {
    const { source, flags } = pattern(text, { whole: false });
    let last = "";
    const shown = async () => (last = await this.text(within)).match(new RegExp(source, flags));
    return eventually(() => `the text ${text} in: ${last}`, shown);
  }

  /** Returns the visible text, with one blank between words. */
  async text(within) {
    const read = (element) => (element ?? document.body).innerText;
    return (await this.#driver.executeScript(read, within)).replaceAll(/\s+/g, " ");
  }

  /** Opens all collapsed details of the view. */
  async openAll() {
    await this.#driver.executeScript(() => document.querySelectorAll("main details").forEach((one) => (one.open = true)));
  }

  /** Opens another page of the program in place of this one. */
  async go(page) {
    await this.#driver.executeScript((path) => (location.href = path), page);
  }

  /** The middle of an element, in pixels of the page. */
  async middle(role, name) {
    const { x, y, width, height } = await (await this.find(role, name)).getRect();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Runs one of the bench's functions in the window. */
  async measure(inWindow, ...args) {
    return this.#driver.executeAsyncScript(inWindow, ...args);
  }

  /** Sets the theme in the page only, because without a desk no preference can be saved. */
  async setTheme(theme) {
    await this.#driver.executeScript((name) => (document.documentElement.dataset.theme = name), theme);
  }

  async resize(width, height) {
    await this.#driver.manage().window().setRect({ width, height });
    const size = () => this.#driver.executeScript(() => [window.innerWidth, window.innerHeight]);
    await eventually(`a window of ${width}x${height}`, async () => `${await size()}` === `${width},${height}`);
    // The content moves a little later, and a click before that would hit the wrong element.
    await this.#settle();
  }

  /** Returns the controls that are cut off, because the window or a pane is too narrow. */
  async cutOff() {
    await this.#settle();
    return this.#driver.executeScript(inPage.cutOff);
  }

  /** Scrolls a grid sideways by pixels, and returns the sticky cells that moved or are transparent. */
  async sideways(grid, by) {
    return this.#driver.executeScript(inPage.sideways, grid, by);
  }

  /** Saves a screenshot of the window in the tour. */
  async picture(name) {
    await this.#settle();
    mkdirSync(tour, { recursive: true });
    writeFileSync(join(tour, `${name}.png`), await this.#driver.takeScreenshot(), "base64");
  }

  /** Returns the WCAG 2.2 A and AA violations of the current view. */
  async violations() {
    await this.#loadAxe();
    await this.#settle();
    return this.#driver.executeAsyncScript(inPage.violations);
  }

  /** Records the messages of the program to the page until the next reload. Repeats the earlier requests. */
  async recordMessages() {
    await this.#driver.executeScript(inPage.recordMessages);
    await this.#driver.executeAsyncScript(inPage.repeatRequests);
  }

  /** Puts a text into every place of the page that `pageContents` reads. */
  async plant(text) {
    await this.#driver.executeAsyncScript(inPage.plant, text);
  }

  /** Returns all texts that the page holds, by place. Requires `recordMessages`. */
  async pageContents() {
    return this.#driver.executeAsyncScript(inPage.pageContents);
  }

  /** Returns what the content security policy blocked since the window was ready. */
  async blockedByPolicy() {
    return this.#driver.executeScript(() => window.blockedByPolicy);
  }

  async close() {
    await this.#driver.quit();
  }

  /** Finds an element and acts on it. Tries again if it was rendered anew in between. */
  async #act(role, name, within, action) {
    await eventually(`${role} ${name} to take it`, async () => {
      const element = await this.find(role, name, within);
      // The driver treats an element that a pane hides as visible if it is inside the window's bounds.
      await this.#driver.executeScript((one) => one.scrollIntoView({ block: "nearest" }), element);
      await action(element);
      return true;
    });
  }

  async #settle() {
    await this.#driver.executeAsyncScript(inPage.settled);
  }

  async #loadAxe() {
    const isLoaded = await this.#driver.executeScript(() => "axe" in window);
    if (!isLoaded) await this.#driver.executeScript(axe);
  }
}

/** Returns a position for the driver, which takes whole pixels. */
function at({ x, y }) {
  return { x: Math.round(x), y: Math.round(y) };
}

/** Ignores that the window is closed: a key that closes it cannot be released there. */
function ignoreClosedWindow(thrown) {
  if (!(thrown instanceof error.NoSuchWindowError)) throw thrown;
}

/** Returns a name as a pattern that can be sent to the window. */
function pattern(name, { whole } = { whole: true }) {
  if (name === undefined) return null;
  if (name instanceof RegExp) return { source: name.source, flags: name.flags };
  const source = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { source: whole ? `^${source}$` : source, flags: "" };
}

/** Adds the key presses of a text. The keys of a chord, which ends in `NULL`, are held together. */
function pressText(actions, text) {
  const held = text.endsWith(Key.NULL) ? [...text].slice(0, -1) : [];
  for (const key of held) actions.keyDown(key);
  for (const key of held.toReversed()) actions.keyUp(key);
  if (held.length === 0) actions.sendKeys(text);
}
