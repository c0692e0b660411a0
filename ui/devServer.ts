import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Plugin } from "vite";

/** The module that starts the development server when a page or a test imports it. */
const moduleName = "virtual:dev-server";
/** The path at which the pages of `npm run dev` reach it. Vitest connects directly. */
const proxied = "/dev-server";

interface RunningServer {
  baseUrl: string;
  token: string;
  process: ChildProcess;
}

/** Builds the development server and starts it. It ends when its input ends, so also when this process does. */
async function start(): Promise<RunningServer> {
  // The server makes homes of its own. This one only keeps it away from the developer's.
  const home = mkdtempSync(join(tmpdir(), "adwright-dev-"));
  const child = spawn("cargo", ["run", "--quiet", "--example", "dev_server"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, ADWRIGHT_HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [baseUrl, token] = [(await lines.next()).value, (await lines.next()).value];
  if (!baseUrl || !token) throw new Error("The development server did not start.");
  return { baseUrl, token, process: child };
}

/** Gives pages and tests the real desk on a temporary home. No build contains it. */
export function devServer(): Plugin {
  let running: Promise<RunningServer> | undefined;
  const started = () => (running ??= start());
  return {
    name: "adwright-dev-server",
    apply: "serve",
    resolveId: (id) => (id === moduleName ? `\0${id}` : null),
    load: async (id) => {
      if (id !== `\0${moduleName}`) return null;
      const { baseUrl, token } = await started();
      const reached = process.env["VITEST"] ? baseUrl : proxied;
      return `export const devServer = ${JSON.stringify({ baseUrl: reached, token })};`;
    },
    configureServer: (server) => {
      server.middlewares.use(proxied, (asked, answer) => {
        void started().then(({ baseUrl }) => {
          const url = new URL(asked.url ?? "/", baseUrl);
          const passedOn = request(url, { method: asked.method, headers: { ...asked.headers, host: url.host } }, (reply) => {
            answer.writeHead(reply.statusCode ?? 502, reply.headers);
            reply.pipe(answer);
          });
          passedOn.on("error", () => answer.destroy());
          asked.pipe(passedOn);
        });
      });
    },
    buildEnd: async () => {
      const ended = running && (await running);
      running = undefined;
      ended?.process.stdin?.end();
    },
  };
}
