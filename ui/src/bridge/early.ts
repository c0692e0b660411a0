// The first calls of the window. They are sent while the rest of its code still loads, so that the replies are there when
// it runs. This file must import no more than they need.
import { isTauri } from "@tauri-apps/api/core";

import { commands } from "./bindings";

/** How many lines a list has at first. More than a large window shows. */
export const firstLines = 80;

/** Sends what a window needs first that shows the campaigns. */
function sendFirstCalls() {
  const calls = {
    homeFailure: commands.homeFailure(),
    workspace: commands.workspaceGet(),
    campaigns: commands.listOpen("campaigns", firstLines),
  };
  // Whoever takes a reply reports its failure, however late that is.
  for (const reply of Object.values(calls)) void reply.catch(() => undefined);
  return calls;
}

// Other pages load this file too, for what it imports. A page with a view in its URL was loaded again.
const isFirst = isTauri() && location.pathname === "/" && location.hash === "";
const early: Partial<ReturnType<typeof sendFirstCalls>> = isFirst ? sendFirstCalls() : {};

/** Returns the reply to a call that was sent early; `undefined` if it was not sent, or taken before. */
export function takeEarly<Name extends keyof typeof early>(name: Name): (typeof early)[Name] {
  const reply = early[name];
  delete early[name];
  return reply;
}
