import type { ListId } from "../bridge/bindings";
import { listIds } from "./collection";

/** The views, by their names in the URL. */
export type ViewId = ListId | "batches" | "drafts" | "review" | "sent" | "templates" | "connection";

const viewIds: readonly string[] = [...listIds, "batches", "drafts", "review", "sent", "templates", "connection"] satisfies ViewId[];

/** The shown view. It is stored in the URL, so that it survives a reload. */
export class Route {
  view = $state<ViewId>(viewInHash());
  /** The id of the batch that is open in the view; `null` for the list. */
  batch = $state(batchInHash());

  go(view: ViewId, batch: string | null = null): void {
    this.view = view;
    this.batch = batch;
    history.replaceState(null, "", batch === null ? `#${view}` : `#${view}/${encodeURIComponent(batch)}`);
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
