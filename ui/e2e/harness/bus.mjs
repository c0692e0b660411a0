import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

import { start, stop } from "./processes.mjs";

/** Whoever is on the bus may do everything there; what is started on it when it is called for stands in `services`. */
const config = (path, services) => `
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${path}</listen>
  ${services}
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

/** The address of a session's bus of its own, on which nobody keeps secrets. It ends with the test. */
export async function busWithoutKeyring(test, home) {
  return startBus(test, home, "");
}

async function startBus(test, home, services) {
  const file = join(home, "bus.conf");
  writeFileSync(file, config(join(home, "bus"), services));
  const bus = start("dbus-daemon", [`--config-file=${file}`, "--nofork", "--nopidfile", "--print-address=1"], { output: "pipe" });
  test.after(() => stop(bus));
  const [line] = await once(bus.child.stdout, "data");
  return `${line}`.trim();
}

/** What opens the keyring of a test's own: one press of a key. */
const PASSWORD = "a";

/**
 * A bus of its own with a real keyring that is open, and `lock`, which closes it. What could ask a person for its password is
 * there where `asks` says so. Both end with the test.
 */
export async function busWithKeyring(test, home, { asks = false } = {}) {
  const address = await startBus(test, home, asks ? "<standard_session_servicedirs/>" : "");
  const folder = join(home, "keyring");
  mkdirSync(folder, { mode: 0o700 });
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, DBUS_SESSION_BUS_ADDRESS: address };
  // It goes to the background once it is ready, and ends with the bus.
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
 * The session's own bus, on which the keyring gets no question until `answer` is called: as where it asks a person for its
 * password, and nobody is there. It ends with the test.
 */
export async function busWhoseKeyringWaits(test, home) {
  const waiting = new Set();
  let isOpen = false;
  const server = createServer((near) => {
    const far = connect(sessionBus());
    let kept = null;
    near.on("data", (bytes) => {
      if (!isOpen && bytes.includes("org.freedesktop.secrets")) kept ??= [];
      if (!kept) return far.write(bytes);
      kept.push(bytes);
      waiting.add(goOn);
    });
    const goOn = () => {
      for (const bytes of kept) far.write(bytes);
      kept = null;
    };
    far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ])
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  const path = join(home, "bus");
  await once(server.listen(path), "listening");
  test.after(() => server.close());
  const answer = () => {
    isOpen = true;
    for (const goOn of waiting) goOn();
  };
  return { address: `unix:path=${path}`, answer };
}

/** Where the session's bus listens. */
function sessionBus() {
  const [, path] = process.env.DBUS_SESSION_BUS_ADDRESS.match(/unix:path=([^,;]+)/);
  return path;
}
