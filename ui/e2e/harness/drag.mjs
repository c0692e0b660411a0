// A drag of files over the window, as a file manager does it: by the messages of XDND, from a program of its own.

import { pathToFileURL } from "node:url";

import { eventually } from "./wait.mjs";
import { Display } from "./x11.mjs";

const VERSION = 5;

/** Begins to drag files over the window of the app; ends with the test. */
export async function drag(test, paths) {
  const display = await Display.open();
  test.after(() => display.close());
  const names = ["Selection", "Enter", "Position", "Status", "Leave", "Drop", "Finished", "ActionCopy"];
  const atoms = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await display.atom(`Xdnd${name}`)])));
  const list = await display.atom("text/uri-list");
  const source = display.window();
  const files = paths.map((path) => `${pathToFileURL(path)}\r\n`).join("");
  display.own(source, atoms.Selection, new Map([[list, Buffer.from(files)]]));
  const target = await eventually("a window that takes drags", () => appWindow(display));
  return new Drag(display, { atoms, source, target, list });
}

/** Files that a person drags, and has not let go of. */
class Drag {
  #display;
  #ends;

  constructor(display, ends) {
    this.#display = display;
    this.#ends = ends;
  }

  /** Comes over the middle of the window, and moves until the window says that it would take what is dragged. */
  async enter() {
    this.#tell("Enter", VERSION << 24, this.#ends.list);
    await eventually("the window to take what is dragged", () => this.#move());
  }

  /** Goes away again. */
  leave() {
    this.#tell("Leave");
  }

  /** Lets go of the files over the window. */
  async drop() {
    const { atoms, source } = this.#ends;
    const done = this.#display.told(source, atoms.Finished);
    this.#tell("Drop");
    await done;
  }

  async #move() {
    const { atoms, source, target } = this.#ends;
    const { width, height } = await this.#display.size(target);
    const { x, y } = await this.#display.onScreen(target, Math.round(width / 2), Math.round(height / 2));
    const told = this.#display.told(source, atoms.Status);
    this.#tell("Position", 0, (x << 16) | y, 0, atoms.ActionCopy);
    const [, status] = await told;
    return (status & 1) === 1;
  }

  #tell(about, ...data) {
    const { atoms, source, target } = this.#ends;
    this.#display.tell(target, target, atoms[about], source, ...data);
  }
}

/** The window of the app: the largest of those that take drags. */
export async function appWindow(display) {
  const aware = await display.atom("XdndAware");
  const windows = await display.children(display.root);
  const asked = windows.map(async (window) => {
    const [takes, { width, height }] = await Promise.all([display.property(window, aware), display.size(window)]);
    return { window, area: takes ? width * height : 0 };
  });
  const [largest] = (await Promise.all(asked)).sort((a, b) => b.area - a.area);
  return largest && largest.area > 0 ? largest.window : null;
}
