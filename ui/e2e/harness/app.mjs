import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Builder, Capabilities } from "selenium-webdriver";
import { waitForServer } from "selenium-webdriver/http/util.js";

import { desktop, findProcess, freePort, killNow, ownHost, start, stop, waitUntilEnded } from "./processes.mjs";
import { PATIENCE } from "./wait.mjs";
import { Window } from "./window.mjs";

const temporaryFolders = [];

// Not at the end of a test, when the programs still write to them. Processes of the web view end even later, and a file
// that they write while the folder is removed makes the removal fail.
process.on("exit", () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Creates a temporary folder for one test, such as the home of the program. */
export function freshHome() {
  const home = mkdtempSync(join(tmpdir(), "adwright-e2e-"));
  temporaryFolders.push(home);
  return home;
}

/**
 * Starts the app on a home folder, with a driver for its window. Both end with the test. `within` is a disk, `bus` the
 * address of another session bus, and `env` has more variables.
 */
export async function openApp(test, home, { within, bus, env } = {}) {
  const variables = { ...environment(home), ...(bus && { DBUS_SESSION_BUS_ADDRESS: bus }), ...env };
  const driver = await startDriver(variables, within?.prefix ?? []);
  const app = new App(driver);
  test.after(() => app.close());
  await app.open(home);
  return app;
}

/** Starts the app a second time while it is open. Returns the exit status of the second program. */
export async function startAgain(home) {
  const [status] = await start(desktop, [], { env: environment(home) }).ended;
  return status;
}

class App {
  #driver;
  #pid;
  /** @type {Window} */
  window;

  constructor(driver) {
    this.#driver = driver;
  }

  async open(home) {
    this.window = new Window(await openWindow(this.#driver.url));
    this.#pid = findProcess(desktop, "ADWRIGHT_HOME", home);
    await this.window.ready();
  }

  /** Ends the window and the program behind it. */
  async close() {
    if (!this.#driver) return;
    try {
      await this.window?.close();
      // The driver ends the app after its reply, so it must not end before.
      if (this.#pid) await waitUntilEnded(this.#pid);
    } finally {
      await this.#release();
    }
  }

  /** Ends the program like a logout, so that it can shut down itself. */
  async leave() {
    process.kill(this.#pid, "SIGTERM");
    await waitUntilEnded(this.#pid);
    await this.#release();
  }

  /** Kills the program like a power cut. */
  async kill() {
    await killNow(this.#pid);
    await this.#release();
  }

  async #release() {
    const driver = this.#driver;
    this.#driver = null;
    await stop(driver);
  }
}

/** Starts the driver. The app, which the driver starts, inherits its environment. */
async function startDriver(env, prefix) {
  const port = await freePort();
  const [program, ...args] = [...prefix, "WebKitWebDriver", `--host=${ownHost}`, `--port=${port}`];
  const driver = start(program, args, { env: { ...env, TAURI_WEBVIEW_AUTOMATION: "true" } });
  const url = `http://${ownHost}:${port}/`;
  await waitForServer(url, PATIENCE);
  return { ...driver, url };
}

/** The person's own home is another folder: the program refuses a home in which the toolkit has put its files. */
function environment(home) {
  const env = { ...process.env, HOME: freshHome(), ADWRIGHT_HOME: home };
  for (const name of ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"]) delete env[name];
  return env;
}

function openWindow(driverUrl) {
  const capabilities = new Capabilities().setBrowserName("wry").set("webkitgtk:browserOptions", { binary: desktop, args: [] });
  return new Builder().withCapabilities(capabilities).usingServer(driverUrl).build();
}
