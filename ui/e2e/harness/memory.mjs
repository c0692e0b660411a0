import { closeSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";

const PAGE = 4096;
/** The number of pages to look up at once, so that no list grows with the reserved memory. */
const BLOCK = 1 << 15;
/** The size of the pieces in which memory is read. Each overlaps the next by the longest needle. */
const PIECE = 8 << 20;

/** Returns a process and its descendants, each with its name. */
export function family(root) {
  const parents = new Map();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const status = read(`/proc/${entry}/status`);
    const parent = status?.match(/^PPid:\t(\d+)$/m)?.[1];
    if (parent) parents.set(Number(entry), { parent: Number(parent), name: status.match(/^Name:\t(.*)$/m)[1] });
  }
  const within = (pid) => pid === root || (parents.has(pid) && within(parents.get(pid).parent));
  return [...parents].filter(([pid]) => within(pid)).map(([pid, { name }]) => ({ pid, name }));
}

/**
 * Returns the names of the needles in the writable memory of a process; none if the process has ended.
 *
 * @param {number} pid
 * @param {Record<string, Buffer>} needles
 */
export function inMemory(pid, needles) {
  const maps = read(`/proc/${pid}/maps`);
  if (!maps) return [];
  const longest = Math.max(...Object.values(needles).map(({ length }) => length));
  const files = [openSync(`/proc/${pid}/mem`, "r"), openSync(`/proc/${pid}/pagemap`, "r")];
  const found = new Set();
  try {
    for (const [start, end] of writable(maps)) {
      for (const piece of pieces(files, start, end, longest)) {
        const matches = Object.entries(needles).filter(([, needle]) => piece.includes(needle));
        matches.forEach(([name]) => found.add(name));
      }
    }
  } finally {
    files.forEach(closeSync);
  }
  return [...found].sort();
}

function writable(maps) {
  const lines = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) .w/gm)];
  return lines.map(([, start, end]) => [Number.parseInt(start, 16), Number.parseInt(end, 16)]);
}

/** Yields the memory between two addresses in pieces. Untouched memory is left out. */
function* pieces([memory, pagemap], start, end, overlap) {
  for (const [from, to] of runs(pagemap, start, end)) {
    for (let at = from; at < to; at += PIECE) {
      const piece = readAt(memory, at, Math.min(PIECE + overlap, to - at));
      if (piece) yield piece;
    }
  }
}

/** Yields the runs of used pages. A web view reserves gigabytes and uses little of them. */
function* runs(pagemap, start, end) {
  let from = null;
  for (let block = start; block < end; block += BLOCK * PAGE) {
    const pages = Math.min(BLOCK, (end - block) / PAGE);
    const entries = readAt(pagemap, (block / PAGE) * 8, pages * 8);
    for (let page = 0; page < pages; page++) {
      // The two highest bits: in memory, or in swap.
      const isThere = entries !== null && entries[page * 8 + 7] >= 0x40;
      const at = block + page * PAGE;
      if (isThere) from ??= at;
      else if (from !== null) yield [from, at];
      if (!isThere) from = null;
    }
  }
  if (from !== null) yield [from, end];
}

/** Returns the readable bytes at an offset; `null` if they are gone or cannot be read. */
function readAt(file, at, length) {
  const piece = Buffer.alloc(length);
  try {
    const count = readSync(file, piece, 0, length, at);
    return count > 0 ? piece.subarray(0, count) : null;
  } catch {
    return null;
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
