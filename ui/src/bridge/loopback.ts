// Replaces Tauri in a browser during development, and in vitest.

/** The address of the development server, and its token. */
export interface DevServer {
  baseUrl: string;
  token: string;
}

/** The options of a new home. */
export interface HomeOptions {
  variants?: string[];
  /** Whether the clock is stopped and pauses take no time. */
  testClock?: boolean;
  /** Whether the campaigns are already fetched. */
  fetched?: boolean;
}

/** How to reach the admin interface of the home's practice service. */
export interface PracticeAccess {
  baseUrl: string;
  adminToken: string;
}

type Callback = (message: unknown) => void;
type Line = { ok: unknown } | { error: unknown } | { channel: number; index: number; message: unknown };

const callbacks = new Map<number, Callback>();
let minted = 0;

/** What `@tauri-apps/api` calls. */
interface Internals {
  invoke: (command: string, given?: Record<string, unknown>) => Promise<unknown>;
  transformCallback: (callback: Callback) => number;
  unregisterCallback: (id: number) => void;
}

/** The reply of the development server: the chunks of its text as they arrive. */
export interface Reply {
  status: number;
  pieces: AsyncIterable<string>;
}

/** Sends a request to the development server. */
export type Send = (method: string, url: string, token: string, body: unknown) => Promise<Reply>;

/** Directs the commands of this page to a home of the development server. The first page opens the home. */
export async function connect(
  server: DevServer,
  home: string,
  options: HomeOptions = {},
  send: Send = sendByFetch,
): Promise<PracticeAccess> {
  const call = (method: string, path: string, body: unknown) => send(method, `${server.baseUrl}/homes/${home}${path}`, server.token, body);
  const internals: Internals = {
    invoke: async (command, given = {}) => {
      const standIn = standIns[command];
      if (standIn) return standIn(given);
      return resultOf(await call("POST", `/${windowOf(command)}/${command}`, given));
    },
    transformCallback: (callback) => {
      callbacks.set(++minted, callback);
      return minted;
    },
    unregisterCallback: (id) => void callbacks.delete(id),
  };
  Object.assign(globalThis, { __TAURI_INTERNALS__: internals });
  const opened = await call("PUT", "", options);
  const text = await textOf(opened);
  if (opened.status !== 200) throw new Error(text);
  return JSON.parse(text) as PracticeAccess;
}

const sendByFetch: Send = async (method, url, token, body) => {
  const reply = await fetch(url, {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-adwright-token": token },
  });
  return { status: reply.status, pieces: piecesOf(reply) };
};

async function* piecesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) yield read.value;
}

export async function textOf({ pieces }: Reply): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** Returns the window that calls a command. Only the window for a secret may send one. */
const windowOf = (command: string) => (command === "secret_enter" ? "secret" : "main");

/** The commands that need a desktop. */
const standIns: Record<string, (given: Record<string, unknown>) => unknown> = {
  ad_files_choose: () =>
    prompt("Paths of files or folders, separated by commas")
      ?.split(",")
      .map((path) => path.trim()) ?? [],
  link_open: ({ address }) => void open(String(address), "_blank", "noopener"),
};

/** Reads the lines of a reply: messages of channels, and last the result. */
async function resultOf({ status, pieces }: Reply): Promise<unknown> {
  if (status !== 200) throw new Error(`The development server answered ${status}.`);
  let waiting = "";
  let last: Line | undefined;
  for await (const piece of pieces) {
    const lines = (waiting + piece).split("\n");
    waiting = lines.pop() ?? "";
    for (const line of lines) {
      last = JSON.parse(line) as Line;
      if ("channel" in last) callbacks.get(last.channel)?.({ message: last.message, index: last.index });
    }
  }
  if (last && "ok" in last) return last.ok;
  throw last && "error" in last ? last.error : new Error("The development server ended without an answer.");
}
