import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { Key, error } from "selenium-webdriver";

import * as inPage from "./in-page.mjs";
import { target } from "./processes.mjs";
import { PATIENCE, eventually } from "./wait.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where the pictures go. */
const tour = process.env.ADWRIGHT_TOUR ?? join(target, "tour");

/** The app's window, as a person sees it: by roles and names, never by classes. */
export class Window {
  #driver;

  constructor(driver) {
    this.#driver = driver;
  }

  /** Waits until the window can be asked anything. */
  async ready() {
    await this.#driver.manage().setTimeouts({ script: PATIENCE });
    await this.#driver.executeScript(inPage.watchPolicy);
    await this.find("navigation", "Views");
    return this;
  }

  /** All elements with this role and name (a text for the whole name, or a pattern) that are visible now. */
  async all(role, name, within) {
    await this.#bringAxe();
    return this.#driver.executeScript(inPage.findByRole, role, pattern(name), within);
  }

  /** The first of them, once there is one. */
  async find(role, name, within) {
    return eventually(`${role} ${name}`, async () => (await this.all(role, name, within))[0]);
  }

  /** Waits until there is none. */
  async gone(role, name) {
    await eventually(`${role} ${name} to go`, async () => (await this.all(role, name)).length === 0);
  }

  async click(role, name, within) {
    await this.#act(role, name, within, (element) => element.click());
  }

  /** Puts a text into a text box in place of what is there. */
  async fill(role, name, text) {
    await this.#act(role, name, undefined, async (box) => {
      // In a call of its own: the driver drops what follows a chord.
      await box.sendKeys(Key.chord(Key.CONTROL, "a"));
      await box.sendKeys(text === "" ? Key.DELETE : text);
    });
  }

  /**
   * Types a secret in the window that the focused or clicked button of its field opens, and confirms it there by keyboard.
   * `meanwhile` happens before that, while it is typed.
   */
  async typeSecret(label, text, meanwhile = async () => {}) {
    const here = await this.#driver.getWindowHandle();
    await this.click("button", new RegExp(`^${label}: `));
    const other = async () => (await this.#driver.getAllWindowHandles()).find((handle) => handle !== here);
    await this.#driver.switchTo().window(await eventually("the window for the secret", other));
    await eventually("the field for the secret", () => this.#driver.executeScript(inPage.hasSecretField));
    await this.press(text);
    await meanwhile();
    await this.press(Key.ENTER).catch(goneWith);
    await eventually("the window for the secret to go", async () => !(await other()));
    await this.#driver.switchTo().window(here);
    await this.reads("Entered, not saved yet");
  }

  /** Chooses an option of a native list by its label, or by what it matches. */
  async choose(name, label) {
    await this.#act("combobox", name, undefined, async (list) => {
      const wanted = await this.#driver.executeScript(inPage.optionOf, list, pattern(label));
      if (!wanted) throw new Error(`There is no option ${label}`);
      await wanted.click();
    });
  }

  /**
   * Presses keys where the focus is. They are pressed as a keyboard does and not sent to an element: the window may answer
   * the first half of a press by taking the element away, and the driver would drop the other half.
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

  /** The row that the keys act on, in the grid that has the focus. */
  async activeRow() {
    return this.#driver.executeScript(() => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? ""));
  }

  /** Drags what scrolls to its end. */
  async scrollToEnd(role, name) {
    await this.#act(role, name, undefined, (element) => this.#driver.executeScript((one) => (one.scrollTop = one.scrollHeight), element));
  }

  /** Puts the focus on an element without a click. */
  async focus(role, name, within) {
    await this.#act(role, name, within, (element) => this.#driver.executeScript((one) => one.focus(), element));
  }

  /** Presses the right button of the mouse on an element. */
  async rightClick(role, name, within) {
    await this.#act(role, name, within, (element) => this.#driver.actions().contextClick(element).perform());
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

  /** Whether an element, or something in it, has the focus now. */
  async hasFocus(role, name) {
    const [element] = await this.all(role, name);
    const has = (one) => one.contains(document.activeElement);
    return element !== undefined && this.#driver.executeScript(has, element);
  }

  /** Walks on with the tab key, once around at most, until an element has the focus. */
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

  /** Whether an element has the focus now. */
  async isFocused(element) {
    return this.#driver.executeScript((one) => document.activeElement === one, element);
  }

  /** Waits until the window shows a text, or the part of it that is given. */
  async reads(text, within) {
    const { source, flags } = pattern(text, false);
    const shown = async () => (await this.text(within)).match(new RegExp(source, flags));
    return eventually(`the text ${text}`, shown);
  }

  /** What can be read, with one blank between words. */
  async text(within) {
    const read = (element) => (element ?? document.body).innerText;
    return (await this.#driver.executeScript(read, within)).replaceAll(/\s+/g, " ");
  }

  /** Opens everything in the view that can be opened to see more. */
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

  /** Draws the window in a theme that no preference asks for: where there is no desk, none can be kept. */
  async dress(theme) {
    await this.#driver.executeScript((name) => (document.documentElement.dataset.theme = name), theme);
  }

  async resize(width, height) {
    await this.#driver.manage().window().setRect({ width, height });
    const size = () => this.#driver.executeScript(() => [window.innerWidth, window.innerHeight]);
    await eventually(`a window of ${width}x${height}`, async () => `${await size()}` === `${width},${height}`);
    // What is in it moves a little later, and a click would meet what was there before.
    await this.#settle();
  }

  /** The controls that cannot be seen whole, because the window or a pane is too narrow for them. */
  async cutOff() {
    await this.#settle();
    return this.#driver.executeScript(inPage.cutOff);
  }

  /** Scrolls a grid sideways, by pixels, and says what then lets others through that should hide them. */
  async sideways(grid, by) {
    return this.#driver.executeScript(inPage.sideways, grid, by);
  }

  /** Leaves a picture of the window in the tour. */
  async picture(name) {
    await this.#settle();
    mkdirSync(tour, { recursive: true });
    writeFileSync(join(tour, `${name}.png`), await this.#driver.takeScreenshot(), "base64");
  }

  /** What is against WCAG 2.2 A and AA in what is shown now. */
  async violations() {
    await this.#bringAxe();
    await this.#settle();
    return this.#driver.executeAsyncScript(inPage.violations);
  }

  /** Keeps from now on, until the page is loaded anew, what the program tells it; what it told before is asked for again. */
  async listenIn() {
    await this.#driver.executeScript(inPage.listenIn);
    await this.#driver.executeAsyncScript(inPage.askAgain);
  }

  /** Puts a text into all those places. */
  async plant(text) {
    await this.#driver.executeAsyncScript(inPage.plant, text);
  }

  /** All that the page has, as texts by the places where it has them; after `listenIn`. */
  async everything() {
    return this.#driver.executeAsyncScript(inPage.everything);
  }

  /** What the content security policy kept out since the window was ready. */
  async keptOut() {
    return this.#driver.executeScript(() => window.keptOut);
  }

  async close() {
    await this.#driver.quit();
  }

  /** Finds an element and acts on it; once more if it was drawn afresh in between. */
  async #act(role, name, within, action) {
    await eventually(`${role} ${name} to take it`, async () => {
      const element = await this.find(role, name, within);
      // The driver takes what a pane hides for something in sight, where it is inside the window's own bounds.
      await this.#driver.executeScript((one) => one.scrollIntoView({ block: "nearest" }), element);
      await action(element);
      return true;
    });
  }

  async #settle() {
    await this.#driver.executeAsyncScript(inPage.settled);
  }

  async #bringAxe() {
    const there = await this.#driver.executeScript(() => "axe" in window);
    if (!there) await this.#driver.executeScript(axe);
  }
}

/** A key that closes its window is pressed, though it is not let go of any more. */
function goneWith(thrown) {
  if (!(thrown instanceof error.NoSuchWindowError)) throw thrown;
}

/** A name as a pattern that can be sent to the window. */
function pattern(name, whole = true) {
  if (name === undefined) return null;
  if (name instanceof RegExp) return { source: name.source, flags: name.flags };
  const source = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { source: whole ? `^${source}$` : source, flags: "" };
}

/** Adds the presses of a text; a chord, which ends in `NULL`, is held until its end. */
function pressText(actions, text) {
  const held = text.endsWith(Key.NULL) ? [...text].slice(0, -1) : [];
  for (const key of held) actions.keyDown(key);
  for (const key of held.toReversed()) actions.keyUp(key);
  if (held.length === 0) actions.sendKeys(text);
}
