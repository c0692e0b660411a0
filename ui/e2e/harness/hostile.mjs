import { once } from "node:events";
import { createServer } from "node:http";

import { TOKEN, isIn } from "./canary.mjs";

/** A service that repeats what it is shown in the way of its mood, and another origin, to which it sends. Both end with the test. */
export async function openHostile(test) {
  const asked = [];
  const other = await listen(test, async (request, reply) => {
    asked.push(await everything(request));
    reply.end("{}");
  });
  let [mood, wasShown, logins] = ["fine", false, 0];
  const base = await listen(test, async (request, reply) => {
    const told = await everything(request);
    wasShown ||= isIn(told);
    logins += request.url.includes("login") ? 1 : 0;
    moods[mood](reply, { told, other, path: request.url.split("?")[0] });
  });
  return {
    base,
    /** The other origin. */
    other,
    /** How often a session was asked for. */
    logins: () => logins,
    /** What the other origin was asked. */
    asked,
    becomes: (other) => (mood = other),
    /** Whether it was shown the canary since it was asked last. */
    takeShown: () => [wasShown, (wasShown = false)][0],
  };
}

/** How it answers: `fine` is as the interface has it, the others mean harm. */
const moods = {
  fine: (reply, { path }) => json(reply, 200, fine(path)),
  success: (reply, { told }) => json(reply, 200, { result: [{ type: "Campaign", id: 1, name: told }], total: 1 }),
  reason: (reply, { told }) => json(reply, 403, { error: { message: told, errorCode: 62004 } }),
  page: (reply, { told }) => send(reply, 502, { "Content-Type": "text/html" }, `<title>${told}</title><pre>${told}</pre>`),
  headers: (reply, { told, other }) =>
    send(reply, 418, { "X-Echo": oneLine(told), Location: `${other}/`, "Set-Cookie": `a=${oneLine(told)}` }, ""),
  elsewhere: (reply, { other }) => send(reply, 307, { Location: `${other}/campaigns` }, ""),
  challenge: (reply, { other }) => send(reply, 401, { "WWW-Authenticate": `Basic realm="${other}"`, Location: `${other}/` }, ""),
};

/** Those in which it harms whoever reads, each with what a person then reads. */
export const readingMoods = {
  success: /The reply .*repeats a password or token/,
  reason: /status 403.* 62004: This login lacks the privileges/,
  page: /status 502: it sent a web page with the title “GET/,
  headers: /The service refused \(status 418\)/,
  elsewhere: /answered with a redirect, which is not followed/,
  challenge: /The service asks for another login/,
};

function fine(path) {
  if (path.includes("login")) return { result: { sessionId: TOKEN } };
  const row = (id) => ({ type: "Campaign", id, name: `Number ${id}`, version: 1 });
  const id = Number(path.split("/").at(-1));
  if (id) return { result: row(id) };
  return { result: path.includes("campaigns") ? [1, 2, 3].map(row) : [], total: 3 };
}

function json(reply, status, body) {
  send(reply, status, { "Content-Type": "application/json" }, JSON.stringify(body));
}

function send(reply, status, headers, body) {
  reply.writeHead(status, headers);
  reply.end(body);
}

/** A header has one line, of bytes. */
function oneLine(text) {
  return Buffer.from(text.replaceAll(/[\r\n]+/g, " ")).toString("latin1");
}

/** All of a request, as one text. */
async function everything(request) {
  const head = Buffer.from([`${request.method} ${request.url}`, ...request.rawHeaders].join("\n"), "latin1");
  return `${head}\n${Buffer.concat(await request.toArray())}`;
}

async function listen(test, answer) {
  const server = createServer((request, reply) => void answer(request, reply)).listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}
