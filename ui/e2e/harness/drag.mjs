// A drag over the window, as from a file manager or a browser: another program that sends XDND messages.

import { pathToFileURL } from "node:url";

import { eventually } from "./wait.mjs";
import { Display } from "./x11.mjs";

const VERSION = 5;
/** A position below the upper edge of a window, in pixels, where no field is. */
const TOP = 20;

/** Starts to drag files over the app's window. Ends with the test. */
export function drag(test, paths) {
  return dragFlavour(test, "text/uri-list", paths.map((path) => `${pathToFileURL(path)}\r\n`).join(""));
}

/** Starts to drag a link, as a browser does, over the window that `choose` returns. Ends with the test. */
export function dragLink(test, url, choose = appWindow) {
  return dragFlavour(test, "_NETSCAPE_URL", `${url}\nA link`, choose);
}

async function dragFlavour(test, flavour, content, choose = appWindow) {
  const display = await Display.open();
  test.after(() => display.close());
  const names = ["Selection", "Enter", "Position", "Status", "Leave", "Drop", "Finished", "ActionCopy"];
  const atoms = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await display.atom(`Xdnd${name}`)])));
  const type = await display.atom(flavour);
  const source = display.window();
  display.ownSelection(source, atoms.Selection, new Map([[type, Buffer.from(content)]]));
  const target = await eventually("a window that takes drags", () => choose(display));
  return new Drag(display, { atoms, source, target, type });
}

/** A running drag. */
class Drag {
  #display;
  #ends;

  constructor(display, ends) {
    this.#display = display;
    this.#ends = ends;
  }

  /** Enters the middle of the window, and moves until the window accepts the drag. */
  async enter() {
    this.#send("Enter", VERSION << 24, this.#ends.type);
    await eventually("the window to accept the drag", () => this.#move());
  }

  /** Enters the top of the window, whether or not it accepts the drag. */
  async hover() {
    this.#send("Enter", VERSION << 24, this.#ends.type);
    await this.#move(TOP);
    await this.#move(TOP);
  }

  /** Leaves the window. */
  leave() {
    this.#send("Leave");
  }

  /** Drops, whether or not the window accepts the drag. */
  letGo() {
    this.#send("Drop");
  }

  /** Drops, and waits until the window has accepted it. */
  async drop() {
    const { atoms, source } = this.#ends;
    const finished = this.#display.nextMessage(source, atoms.Finished);
    this.#send("Drop");
    await finished;
  }

  async #move(below) {
    const { atoms, source, target } = this.#ends;
    const { width, height } = await this.#display.size(target);
    const { x, y } = await this.#display.toScreen(target, Math.round(width / 2), below ?? Math.round(height / 2));
    const reply = this.#display.nextMessage(source, atoms.Status);
    this.#send("Position", 0, (x << 16) | y, 0, atoms.ActionCopy);
    const [, status] = await reply;
    return (status & 1) === 1;
  }

  #send(message, ...data) {
    const { atoms, source, target } = this.#ends;
    this.#display.sendMessage(target, target, atoms[message], source, ...data);
  }
}

/** Returns the app's window: the largest one that accepts drags. */
export async function appWindow(display) {
  return (await dropTargets(display))[0] ?? null;
}

/** Returns the app's second window. */
export async function secondWindow(display) {
  return (await dropTargets(display))[1] ?? null;
}

async function dropTargets(display) {
  const aware = await display.atom("XdndAware");
  const windows = await display.children(display.root);
  const candidates = windows.map(async (window) => {
    const [isTarget, { width, height }] = await Promise.all([display.property(window, aware), display.size(window)]);
    return { window, area: isTarget ? width * height : 0 };
  });
  const targets = (await Promise.all(candidates)).filter(({ area }) => area > 1);
  return targets.sort((a, b) => b.area - a.area).map(({ window }) => window);
}
