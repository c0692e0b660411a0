import { once } from "node:events";
import { createServer } from "node:http";

import { TOKEN, containsCanary } from "./canary.mjs";

/** Starts a service that echoes each request according to its behaviour, and another origin. Both end with the test. */
export async function openHostile(test) {
  const otherRequests = [];
  const other = await listen(test, async (request, reply) => {
    otherRequests.push(await everything(request));
    reply.end("{}");
  });
  let [behaviour, sawCanary, logins] = ["fine", false, 0];
  const base = await listen(test, async (request, reply) => {
    const requestText = await everything(request);
    sawCanary ||= containsCanary(requestText);
    logins += request.url.includes("login") ? 1 : 0;
    behaviours[behaviour](reply, { requestText, other, path: request.url.split("?")[0] });
  });
  return {
    base,
    /** The other origin. */
    other,
    /** Returns the number of login requests. */
    logins: () => logins,
    /** The requests to the other origin. */
    otherRequests,
    behaveAs: (name) => (behaviour = name),
    /** Returns whether a request contained the canary since the last call. */
    sawCanarySinceLastCall: () => [sawCanary, (sawCanary = false)][0],
  };
}

/** The replies by behaviour. `fine` follows the interface, the others are harmful. */
const behaviours = {
  fine: (reply, { path }) => json(reply, 200, fine(path)),
  success: (reply, { requestText }) => json(reply, 200, { result: [{ type: "Campaign", id: 1, name: requestText }], total: 1 }),
  reason: (reply, { requestText }) => json(reply, 403, { error: { message: requestText, errorCode: 62004 } }),
  page: (reply, { requestText }) =>
    send(reply, 502, { "Content-Type": "text/html" }, `<title>${requestText}</title><pre>${requestText}</pre>`),
  headers: (reply, { requestText, other }) =>
    send(reply, 418, { "X-Echo": oneLine(requestText), Location: `${other}/`, "Set-Cookie": `a=${oneLine(requestText)}` }, ""),
  elsewhere: (reply, { other }) => send(reply, 307, { Location: `${other}/campaigns` }, ""),
  challenge: (reply, { other }) => send(reply, 401, { "WWW-Authenticate": `Basic realm="${other}"`, Location: `${other}/` }, ""),
};

/** The behaviours that harm readers, each with the message for the person. */
export const harmfulBehaviours = {
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

/** Returns a text as a header value: one line, in Latin-1. */
function oneLine(text) {
  return Buffer.from(text.replaceAll(/[\r\n]+/g, " ")).toString("latin1");
}

/** Returns the whole request as one text. */
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
