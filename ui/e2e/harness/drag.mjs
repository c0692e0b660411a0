// A drag over the window, as a file manager or a browser does it: by the messages of XDND, from a program of its own.

import { pathToFileURL } from "node:url";

import { eventually } from "./wait.mjs";
import { Display } from "./x11.mjs";

const VERSION = 5;
/** Pixels below the upper edge of a window: no field is there. */
const TOP = 20;

/** Begins to drag files over the window of the app; ends with the test. */
export function drag(test, paths) {
  return dragFlavour(test, "text/uri-list", paths.map((path) => `${pathToFileURL(path)}\r\n`).join(""));
}

/** Begins to drag a link, as a browser does, over the window that `choose` takes; ends with the test. */
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
  display.own(source, atoms.Selection, new Map([[type, Buffer.from(content)]]));
  const target = await eventually("a window that takes drags", () => choose(display));
  return new Drag(display, { atoms, source, target, type });
}

/** What a person drags, and has not let go of. */
class Drag {
  #display;
  #ends;

  constructor(display, ends) {
    this.#display = display;
    this.#ends = ends;
  }

  /** Comes over the middle of the window, and moves until the window says that it would take what is dragged. */
  async enter() {
    this.#tell("Enter", VERSION << 24, this.#ends.type);
    await eventually("the window to take what is dragged", () => this.#move());
  }

  /** Comes over the top of the window, whether or not it would take what is dragged. */
  async hover() {
    this.#tell("Enter", VERSION << 24, this.#ends.type);
    await this.#move(TOP);
    await this.#move(TOP);
  }

  /** Goes away again. */
  leave() {
    this.#tell("Leave");
  }

  /** Lets go, whether or not the window takes it. */
  letGo() {
    this.#tell("Drop");
  }

  /** Lets go of what the window takes. */
  async drop() {
    const { atoms, source } = this.#ends;
    const done = this.#display.told(source, atoms.Finished);
    this.#tell("Drop");
    await done;
  }

  async #move(below) {
    const { atoms, source, target } = this.#ends;
    const { width, height } = await this.#display.size(target);
    const { x, y } = await this.#display.onScreen(target, Math.round(width / 2), below ?? Math.round(height / 2));
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
  return (await dropTargets(display))[0] ?? null;
}

/** The window of the app that is beside its main one. */
export async function secondWindow(display) {
  return (await dropTargets(display))[1] ?? null;
}

async function dropTargets(display) {
  const aware = await display.atom("XdndAware");
  const windows = await display.children(display.root);
  const asked = windows.map(async (window) => {
    const [takes, { width, height }] = await Promise.all([display.property(window, aware), display.size(window)]);
    return { window, area: takes ? width * height : 0 };
  });
  const targets = (await Promise.all(asked)).filter(({ area }) => area > 1);
  return targets.sort((a, b) => b.area - a.area).map(({ window }) => window);
}
