// A small client of the window's X server: another program that owns and requests selections.

import { createConnection } from "node:net";
import { once } from "node:events";

import { PATIENCE } from "./wait.mjs";

const ANY = 0;
const ATOM = 4;
const NONE = 0;
const NOW = 0;
const REPLACE = 0;
const INPUT_OUTPUT = 1;
const VIEWABLE = 2;
const SELECTION_REQUEST = 30;
const SELECTION_NOTIFY = 31;
const CLIENT_MESSAGE = 33;
const LONGEST_PROPERTY = 0x1000_0000;
const Z_PIXMAP = 2;
const ALL_PLANES = 0xffff_ffff;

const padded = (length) => Math.ceil(length / 4) * 4;

/** Returns numbers as bytes, 32 bits each. */
function words(...numbers) {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, at) => bytes.writeUInt32LE(number >>> 0, 4 * at));
  return bytes;
}

/** A connection to the X server. It sends little-endian numbers, which is assumed to be this computer's byte order. */
export class Display {
  root = 0;
  #socket;
  #received = Buffer.alloc(0);
  #notifyReader = () => {};
  #sequence = 0;
  /** The promises of the replies, by the request's number. */
  #replies = new Map();
  /** The listeners for events. A listener that returns true is removed. */
  #listeners = new Set();
  #ids = { base: 0, next: 0 };
  #atoms = new Map();

  /** Connects to the window's display. */
  static async open(name = process.env.DISPLAY) {
    const number = /:(\d+)/.exec(name ?? "")?.[1];
    if (number === undefined) throw new Error("There is no display.");
    const display = new Display();
    display.#socket = createConnection(`/tmp/.X11-unix/X${number}`);
    display.#socket.on("data", (bytes) => display.#receive(bytes));
    await once(display.#socket, "connect");
    await display.#greet();
    return display;
  }

  close() {
    this.#socket.destroy();
  }

  /** Lets the process end although the connection is open. */
  unref() {
    this.#socket.unref();
  }

  async atom(name) {
    const cached = this.#atoms.get(name);
    if (cached) return cached;
    const length = Buffer.alloc(4);
    length.writeUInt16LE(name.length);
    const reply = await this.#request(16, 0, length, Buffer.from(name));
    this.#atoms.set(name, reply.readUInt32LE(8));
    return reply.readUInt32LE(8);
  }

  /** Creates a window that is never shown. */
  window() {
    const id = this.#ids.base + this.#ids.next++;
    const shape = Buffer.alloc(12);
    shape.writeUInt16LE(1, 4);
    shape.writeUInt16LE(1, 6);
    shape.writeUInt16LE(INPUT_OUTPUT, 10);
    this.#send(1, 0, words(id, this.root), shape, words(0, 0));
    return id;
  }

  async children(window) {
    const reply = await this.#request(15, 0, words(window));
    return Array.from({ length: reply.readUInt16LE(16) }, (_, at) => reply.readUInt32LE(32 + 4 * at));
  }

  /** Returns the width and height of a window. */
  async size(window) {
    const reply = await this.#request(14, 0, words(window));
    return { width: reply.readUInt16LE(16), height: reply.readUInt16LE(18) };
  }

  /** Returns whether a window exists and is visible. */
  async isVisible(window) {
    const attributes = await this.#request(3, 0, words(window)).catch(() => null);
    return attributes !== null && attributes[26] === VIEWABLE;
  }

  /** Returns the pixels that a window shows. */
  async pixels(window) {
    const { width, height } = await this.size(window);
    const area = Buffer.alloc(8);
    area.writeUInt16LE(width, 4);
    area.writeUInt16LE(height, 6);
    const reply = await this.#request(73, Z_PIXMAP, words(window), area, words(ALL_PLANES));
    return reply.subarray(32);
  }

  /** Converts a position in a window to one on the screen. */
  async toScreen(window, x, y) {
    const place = Buffer.alloc(4);
    place.writeInt16LE(x, 0);
    place.writeInt16LE(y, 2);
    const reply = await this.#request(40, 0, words(window, this.root), place);
    return { x: reply.readInt16LE(12), y: reply.readInt16LE(14) };
  }

  setProperty(window, property, type, bytes, format = 8) {
    const head = words(window, property, type, format, bytes.length / (format / 8));
    this.#send(18, REPLACE, head, bytes);
  }

  /** Returns the bytes of a property; `null` if the window does not have it. */
  async property(window, property) {
    const reply = await this.#request(20, 0, words(window, property, ANY, 0, LONGEST_PROPERTY));
    const [type, format] = [reply.readUInt32LE(8), reply[1]];
    return type === NONE ? null : reply.subarray(32, 32 + reply.readUInt32LE(16) * (format / 8));
  }

  /** Becomes the owner of a selection. `types` has its bytes by type, or the atoms in it. */
  ownSelection(window, selection, types) {
    this.#send(22, 0, words(window, selection, NOW));
    this.#watch(SELECTION_REQUEST, (event) => {
      const [time, , requestor, , target, property] = Array.from({ length: 6 }, (_, at) => event.readUInt32LE(4 + 4 * at));
      const held = types.get(target);
      if (Array.isArray(held)) this.setProperty(requestor, property, ATOM, words(...held), 32);
      else if (held) this.setProperty(requestor, property, target, held);
      const notice = Buffer.concat([words(SELECTION_NOTIFY, time, requestor, selection, target, held ? property : NONE), words(0, 0)]);
      this.#send(25, 0, words(requestor, 0), notice);
      return false;
    });
  }

  /** Returns another program's selection in a type; `null` if it has nothing of that type. */
  async readSelection(selection, type) {
    const [window, property] = [this.window(), await this.atom("ADWRIGHT_SELECTED")];
    const notified = this.#nextEvent("a reply of the selection's owner", SELECTION_NOTIFY, (event) => event.readUInt32LE(8) === window);
    this.#send(24, 0, words(window, selection, type, property, NOW));
    const notice = await notified;
    return notice.readUInt32LE(20) === NONE ? null : this.property(window, property);
  }

  /** Sends a client message to another program's window. */
  sendMessage(window, about, type, ...data) {
    const filled = Array.from({ length: 5 }, (_, at) => data[at] ?? 0);
    const head = words(CLIENT_MESSAGE, about, type);
    head[1] = 32;
    this.#send(25, 0, words(window, 0), Buffer.concat([head, words(...filled)]));
  }

  /** Returns the numbers of the next client message of a type to one of our windows. */
  async nextMessage(window, type) {
    const isExpected = (event) => event.readUInt32LE(4) === window && event.readUInt32LE(8) === type;
    const event = await this.#nextEvent("a message of another program", CLIENT_MESSAGE, isExpected);
    return Array.from({ length: 5 }, (_, at) => event.readUInt32LE(12 + 4 * at));
  }

  /** Simulates one press, release or move of a keyboard or a mouse, at a position on the screen. */
  async act(what, detail, { x, y } = { x: 0, y: 0 }) {
    const extension = await this.#request(98, 0, Buffer.from([5, 0, 0, 0]), Buffer.from("XTEST"));
    const place = Buffer.alloc(12);
    place.writeInt16LE(x, 0);
    place.writeInt16LE(y, 2);
    this.#send(extension[9], 2, Buffer.from([what, detail, 0, 0]), words(NOW, this.root, 0, 0), place);
    // A request with a reply, to wait until the server has processed the event.
    await this.size(this.root);
  }

  #nextEvent(what, code, isExpected) {
    return new Promise((resolve, reject) => {
      AbortSignal.timeout(PATIENCE).addEventListener("abort", () => reject(new Error(`Waited in vain for ${what}`)));
      this.#watch(code, (event) => {
        if (!isExpected(event)) return false;
        resolve(event);
        return true;
      });
    });
  }

  #watch(code, listener) {
    this.#listeners.add((event) => (event[0] & 0x7f) === code && listener(event));
  }

  async #greet() {
    const hello = Buffer.alloc(12);
    hello.write("l");
    hello.writeUInt16LE(11, 2);
    this.#socket.write(hello);
    const head = await this.#bytes(8);
    const rest = await this.#bytes(4 * head.readUInt16LE(6));
    if (head[0] !== 1) throw new Error(`The X server refused the connection: ${rest.subarray(0, head[1])}`);
    const roots = 32 + padded(rest.readUInt16LE(16)) + 8 * rest[21];
    this.root = rest.readUInt32LE(roots);
    this.#ids = { base: rest.readUInt32LE(4), next: 1 };
    void this.#listen();
  }

  async #listen() {
    for (;;) {
      const head = await this.#bytes(32);
      if (head[0] > 1) {
        for (const listener of this.#listeners) if (listener(head)) this.#listeners.delete(listener);
        continue;
      }
      const waiting = this.#replies.get(head.readUInt16LE(2));
      this.#replies.delete(head.readUInt16LE(2));
      if (head[0] === 0) (waiting?.reject ?? throwIt)(new Error(`The X server refuses request ${head[10]} with error ${head[1]}`));
      else waiting?.resolve(Buffer.concat([head, await this.#bytes(4 * head.readUInt32LE(4))]));
    }
  }

  #request(code, detail, ...parts) {
    this.#send(code, detail, ...parts);
    return new Promise((resolve, reject) => this.#replies.set(this.#sequence & 0xffff, { resolve, reject }));
  }

  #send(code, detail, ...parts) {
    const body = Buffer.concat(parts);
    const head = Buffer.from([code, detail, 0, 0]);
    const length = 4 + padded(body.length);
    head.writeUInt16LE(length / 4, 2);
    this.#socket.write(Buffer.concat([head, body], length));
    this.#sequence += 1;
  }

  #receive(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    this.#notifyReader();
  }

  async #bytes(count) {
    while (this.#received.length < count) await new Promise((resolve) => (this.#notifyReader = resolve));
    const bytes = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return bytes;
  }
}

function throwIt(error) {
  throw error;
}
