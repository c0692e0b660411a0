import { adLists, type AdListId } from "./adLists.svelte";

/** The views, as they are named in the address. */
export type ViewId = "campaigns" | AdListId | "drafts" | "review" | "sent" | "templates" | "connection";

const known: readonly string[] = ["campaigns", ...adLists, "drafts", "review", "sent", "templates", "connection"] satisfies ViewId[];

/** Which view is shown; kept in the address, so that a reload comes back to it. */
export class Route {
  view = $state<ViewId>(fromHash());

  go(view: ViewId): void {
    this.view = view;
    history.replaceState(null, "", `#${view}`);
  }
}

function fromHash(): ViewId {
  const name = location.hash.slice(1);
  return known.includes(name) ? (name as ViewId) : "campaigns";
}
