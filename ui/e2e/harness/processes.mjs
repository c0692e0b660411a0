import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { eventually } from "./wait.mjs";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The target folder of cargo. */
export const target = process.env.CARGO_TARGET_DIR ?? `${repository}target`;

/** Returns the path of a debug build from this repository. */
export const program = (name) => `${target}/debug/${name}`;

/** The path of the desktop program. The environment may name an installed one. */
export const desktop = process.env.ADWRIGHT_DESKTOP ?? program("adwright-desktop");

/** The loopback address of this process alone, from its pid. Tests run side by side, and may choose the same free port. */
export const ownHost = `127.${process.pid >> 16}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

/** Returns a port that is currently free at our own address, for programs that cannot choose one. */
export async function freePort() {
  const server = createServer().listen(0, ownHost);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a program with our stderr. Its stdout is ignored unless `output` is "pipe". */
export function start(file, args, { env = process.env, output = "ignore" } = {}) {
  const child = spawn(file, args, { env, stdio: ["ignore", output, "inherit"] });
  return { child, ended: once(child, "exit") };
}

/** Runs the terminal program on a home beside the app. Returns its exit status and what it prints. */
export async function runTerminal(home, args) {
  const { child, ended } = start(program("adwright"), args, { env: { ...process.env, ADWRIGHT_HOME: home }, output: "pipe" });
  const [output, [status]] = await Promise.all([text(child.stdout), ended]);
  return { status, output };
}

/** Stops a program and waits until it has ended. */
export async function stop({ child, ended }, signal = "SIGTERM") {
  child.kill(signal);
  await ended;
}

/** Returns the pid of a program that runs with this environment variable. */
export function findProcess(file, name, value) {
  const fits = (pid) => readEnvironment(pid).includes(`${name}=${value}`) && executable(pid) === file;
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .find(fits);
}

/** Kills a process like a power cut, without a chance to clean up. */
export async function killNow(pid) {
  process.kill(pid, "SIGKILL");
  await waitUntilEnded(pid);
}

/** Waits until a process has ended. */
export async function waitUntilEnded(pid) {
  await eventually(`process ${pid} to end`, async () => !isAlive(pid));
}

// A process may end while it is inspected. Then it is not the searched one.
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

/** Returns whether a process is running. An ended one is listed as a zombie until its parent reaps it. */
export function isAlive(pid) {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
