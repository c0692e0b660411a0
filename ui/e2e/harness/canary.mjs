import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { inMemory } from "./memory.mjs";

/** A secret unlike anything else; with what is spelled otherwise in JSON and in addresses. */
export const CANARY = 'Qz7canary9x/Wp"ü4hT';
/** The token of a session that was opened with it, which begins alike. */
export const TOKEN = "Qz7canary-of-gold/ü";
/** The login name that goes with it. */
export const LOGIN = "ann";

const base64 = (text) => Buffer.from(text).toString("base64").slice(0, 12);

/** What it is known by: its beginning, for one that was cut, and what it begins with in base64, alone and after the name. */
const marks = { plain: CANARY.slice(0, 9), coded: base64(CANARY), named: base64(`${LOGIN}:${CANARY}`) };

/** The marks as everyone holds texts, and as a web view does. */
const needles = Object.fromEntries(
  Object.entries(marks).flatMap(([name, mark]) => [
    [name, Buffer.from(mark)],
    [`${name}, wide`, Buffer.from(mark, "utf16le")],
  ]),
);

/** Whether a text, or some bytes, have anything of it. */
export function isIn(what) {
  const bytes = Buffer.from(what);
  return Object.values(needles).some((needle) => bytes.includes(needle));
}

/** What of it is in the memory that a process can write to. */
export function heldBy(pid) {
  return inMemory(pid, needles);
}

/** The files below a folder that have anything of it. */
export function filesWithIt(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => isIn(readFileSync(file)));
}

/** The places in the page that have anything of it. It is looked for here: to name it in there would put it there. */
export async function placesWithIt(window) {
  const places = await window.everything();
  return Object.keys(places).filter((place) => isIn(places[place]));
}
