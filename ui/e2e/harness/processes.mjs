import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

import { eventually } from "./wait.mjs";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Where cargo puts what it builds. */
export const target = process.env.CARGO_TARGET_DIR ?? `${repository}target`;

/** A program of this repository, as `cargo build` leaves it. */
export const program = (name) => `${target}/debug/${name}`;

/** The window's program: an installed one where the environment names it. */
export const desktop = process.env.ADWRIGHT_DESKTOP ?? program("adwright-desktop");

/** A port that was free a moment ago, for programs that cannot choose one by themselves. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a program whose errors go to ours; what it says is read only where someone wants it. */
export function start(file, args, { env = process.env, output = "ignore" } = {}) {
  const child = spawn(file, args, { env, stdio: ["ignore", output, "inherit"] });
  return { child, ended: once(child, "exit") };
}

/** Ends a program and waits until it is gone. */
export async function stop({ child, ended }, signal = "SIGTERM") {
  child.kill(signal);
  await ended;
}

/** The process of a program that runs with this variable in its environment. */
export function findProcess(file, name, value) {
  const fits = (pid) => readEnvironment(pid).includes(`${name}=${value}`) && executable(pid) === file;
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .find(fits);
}

/** Ends a process as a power cut would: it gets no chance to do anything more. */
export async function killAtOnce(pid) {
  process.kill(pid, "SIGKILL");
  await gone(pid);
}

/** Waits until a process has ended. */
export async function gone(pid) {
  await eventually(`process ${pid} to end`, async () => !isAlive(pid));
}

// A process may go while it is being looked at; then it is not the one.
function readEnvironment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function executable(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

/** A process that has ended stays listed as a zombie until its parent asks for it. */
export function isAlive(pid) {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
