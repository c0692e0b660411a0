import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

import { freshHome } from "./app.mjs";
import { start, stop } from "./processes.mjs";

/** A bus on which every client may do everything. `services` is the configuration of the services to start on demand. */
const config = (path, services) => `
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${path}</listen>
  ${services}
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

/** Starts a session bus without a keyring, and returns its address. It ends with the test. */
export async function busWithoutKeyring(test) {
  return startBus(test, "");
}

async function startBus(test, services) {
  // Not the program's home: it refuses one with files of others.
  const folder = freshHome();
  const file = join(folder, "bus.conf");
  writeFileSync(file, config(join(folder, "bus"), services));
  const bus = start("dbus-daemon", [`--config-file=${file}`, "--nofork", "--nopidfile", "--print-address=1"], { output: "pipe" });
  test.after(() => stop(bus));
  const [line] = await once(bus.child.stdout, "data");
  return `${line}`.trim();
}

/** The password of a test's keyring: a single key press. */
const PASSWORD = "a";

/**
 * Starts a session bus with a real, unlocked keyring, and returns its address and `lock`. With `asks`, the services that
 * prompt for the keyring's password can start. Both end with the test.
 */
export async function busWithKeyring(test, { asks = false } = {}) {
  const address = await startBus(test, asks ? "<standard_session_servicedirs/>" : "");
  const folder = freshHome();
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, DBUS_SESSION_BUS_ADDRESS: address };
  // It moves to the background once it is ready, and ends with the bus.
  const keyring = spawn("gnome-keyring-daemon", ["--unlock", "--components=secrets"], { env, stdio: ["pipe", "ignore", "inherit"] });
  keyring.stdin.end(PASSWORD);
  await once(keyring, "exit");
  const lock = async () => {
    const [name, path] = ["org.freedesktop.secrets", "/org/freedesktop/secrets"];
    const words = [
      "--session",
      `--dest=${name}`,
      "--print-reply",
      path,
      "org.freedesktop.Secret.Service.Lock",
      `array:objpath:${path}/collection/login`,
    ];
    const [status] = await start("dbus-send", words, { env }).ended;
    assert.equal(status, 0);
  };
  return { address, lock };
}

/**
 * A proxy of the session's bus that delays requests to the keyring until `answer` is called, as if the keyring waited for
 * its password. It ends with the test.
 */
export async function busWithWaitingKeyring(test) {
  const waiting = new Set();
  let isOpen = false;
  const server = createServer((client) => {
    const bus = connect(sessionBus());
    let delayed = null;
    client.on("data", (bytes) => {
      if (!isOpen && bytes.includes("org.freedesktop.secrets")) delayed ??= [];
      if (!delayed) return bus.write(bytes);
      delayed.push(bytes);
      waiting.add(flush);
    });
    const flush = () => {
      for (const bytes of delayed) bus.write(bytes);
      delayed = null;
    };
    bus.pipe(client);
    for (const [socket, peer] of [
      [client, bus],
      [bus, client],
    ])
      socket.on("error", () => peer.destroy()).on("close", () => peer.destroy());
  });
  const path = join(freshHome(), "bus");
  await once(server.listen(path), "listening");
  test.after(() => server.close());
  const answer = () => {
    isOpen = true;
    for (const flush of waiting) flush();
  };
  return { address: `unix:path=${path}`, answer };
}

/** Returns the path of the session's bus. */
function sessionBus() {
  const [, path] = process.env.DBUS_SESSION_BUS_ADDRESS.match(/unix:path=([^,;]+)/);
  return path;
}
