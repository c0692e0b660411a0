import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeSync, openSync, closeSync } from "node:fs";
import { join } from "node:path";

import { freshHome } from "./app.mjs";

/** Mounts a small disk in a separate namespace, until the input ends. */
const hold = 'mount -t tmpfs -o size=64m adwright-test "$0" && echo ready && exec cat >/dev/null';

/** Creates a small disk with a home, visible only to programs in its namespace. It ends with the test. */
export async function openDisk(test) {
  const home = freshHome();
  const args = ["--user", "--map-root-user", "--mount", "--", "sh", "-c", hold, home];
  const holder = spawn("unshare", args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(holder, "exit");
  test.after(async () => {
    holder.stdin.end();
    await ended;
  });
  await Promise.race([once(holder.stdout, "data"), ended.then(() => Promise.reject(new Error("No disk can be mounted")))]);
  return new Disk(holder.pid, home);
}

class Disk {
  #pid;

  constructor(pid, home) {
    this.#pid = pid;
    this.home = home;
  }

  /** The prefix of a command line for a program that sees the disk. */
  get prefix() {
    return ["nsenter", `--target=${this.#pid}`, "--user", "--mount", "--preserve-credentials", "--"];
  }

  /** Fills the disk completely. */
  fill() {
    const file = openSync(this.#filler, "w");
    for (const size of [1 << 20, 1 << 10, 1]) writeToTheEnd(file, Buffer.alloc(size));
    closeSync(file);
  }

  makeRoom() {
    rmSync(this.#filler);
  }

  /** Remounts the disk read-only. No file on it may be open for writing. */
  protect() {
    this.#remount("remount,ro");
  }

  unprotect() {
    this.#remount("remount,rw");
  }

  #remount(how) {
    const [program, ...args] = [...this.prefix, "mount", "-o", how, this.home];
    execFileSync(program, args);
  }

  get #filler() {
    return join(`/proc/${this.#pid}/root`, this.home, "filler");
  }
}

function writeToTheEnd(file, block) {
  try {
    for (;;) writeSync(file, block);
  } catch (thrown) {
    if (thrown.code !== "ENOSPC") throw thrown;
  }
}
