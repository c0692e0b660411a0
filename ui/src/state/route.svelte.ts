import type { ListId } from "../bridge/bindings";
import { listIds } from "./collection";

/** The views, by their names in the URL. */
export type ViewId = ListId | "batches" | "drafts" | "review" | "sent" | "templates" | "connection";

const viewIds: readonly string[] = [...listIds, "batches", "drafts", "review", "sent", "templates", "connection"] satisfies ViewId[];

/** The shown view. It is stored in the URL, so that it survives a reload. */
export class Route {
  view = $state<ViewId>(viewInHash());
  /** The id of the sheet that is open in the view: a batch, or objects of a list. `null` for the list. */
  sheet = $state(batchInHash());

  go(view: ViewId, sheet: string | null = null): void {
    this.view = view;
    this.sheet = sheet;
    // A sheet of objects does not survive a reload, but its drafts do.
    const isKept = sheet !== null && view === "batches";
    history.replaceState(null, "", isKept ? `#${view}/${encodeURIComponent(sheet)}` : `#${view}`);
  }
}

function viewInHash(): ViewId {
  const [name = ""] = location.hash.slice(1).split("/");
  return viewIds.includes(name) ? (name as ViewId) : "campaigns";
}

function batchInHash(): string | null {
  const [, batch] = location.hash.split("/");
  return viewInHash() === "batches" && batch ? decodeURIComponent(batch) : null;
}
