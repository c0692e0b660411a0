import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { inMemory } from "./memory.mjs";

/** A unique secret with characters that JSON and URLs escape. */
export const CANARY = 'Qz7canary9x/Wp"ü4hT';
/** The token of a session that was opened with it. It has the same prefix. */
export const TOKEN = "Qz7canary-of-gold/ü";
/** The login name for the secret. */
export const LOGIN = "ann";

const base64 = (text) => Buffer.from(text).toString("base64").slice(0, 12);

/** The searched prefixes: of the plain secret, and of its base64, alone and after the login name. */
const marks = { plain: CANARY.slice(0, 9), coded: base64(CANARY), named: base64(`${LOGIN}:${CANARY}`) };

/** The prefixes in UTF-8, and in UTF-16 as a web view stores texts. */
const needles = Object.fromEntries(
  Object.entries(marks).flatMap(([name, mark]) => [
    [name, Buffer.from(mark)],
    [`${name}, wide`, Buffer.from(mark, "utf16le")],
  ]),
);

/** Returns whether a text or bytes contain a part of the canary. */
export function containsCanary(what) {
  const bytes = Buffer.from(what);
  return Object.values(needles).some((needle) => bytes.includes(needle));
}

/** Returns which parts of the canary are in the writable memory of a process. */
export function canaryInMemory(pid) {
  return inMemory(pid, needles);
}

/** Returns the files below a folder that contain a part of the canary. */
export function filesWithCanary(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => containsCanary(readFileSync(file)));
}

/** Returns the places in the page that contain a part of it. Searches here, so that the page never gets the canary. */
export async function placesWithCanary(window) {
  const places = await window.pageContents();
  return Object.keys(places).filter((place) => containsCanary(places[place]));
}
