import type { ListId } from "../bridge/bindings";
import { listIds } from "./collection";

/** The views, by their names in the URL. */
export type ViewId = ListId | "drafts" | "review" | "sent" | "templates" | "connection";

const viewIds: readonly string[] = [...listIds, "drafts", "review", "sent", "templates", "connection"] satisfies ViewId[];

/** The shown view. It is stored in the URL, so that it survives a reload. */
export class Route {
  view = $state<ViewId>(fromHash());

  go(view: ViewId): void {
    this.view = view;
    history.replaceState(null, "", `#${view}`);
  }
}

function fromHash(): ViewId {
  const name = location.hash.slice(1);
  return viewIds.includes(name) ? (name as ViewId) : "campaigns";
}
