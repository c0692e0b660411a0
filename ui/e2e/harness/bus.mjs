import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

import { start, stop } from "./processes.mjs";

/** Whoever is on the bus may do everything there; no service is started on it. */
const config = (path) => `
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${path}</listen>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

/** The address of a session's bus of its own, on which nobody keeps secrets. It ends with the test. */
export async function busWithoutKeyring(test, home) {
  const file = join(home, "bus.conf");
  writeFileSync(file, config(join(home, "bus")));
  const bus = start("dbus-daemon", [`--config-file=${file}`, "--nofork", "--nopidfile", "--print-address=1"], { output: "pipe" });
  test.after(() => stop(bus));
  const [line] = await once(bus.child.stdout, "data");
  return `${line}`.trim();
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
    for (const [one, other] of [[near, far], [far, near]]) one.on("error", () => other.destroy()).on("close", () => other.destroy());
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
