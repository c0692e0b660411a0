import type { DocumentRef, ViewState } from "../bridge/bindings";
import { isList } from "./collection";
import type { ViewId } from "./route.svelte";
import { isSame } from "./subject";
import type { Workbench } from "./workbench.svelte";

/** How many places are remembered in each direction. */
const most = 50;

/** A place in the window: a view with what is open in it. */
export interface Place {
  readonly view: ViewId;
  /** The id of the open batch. */
  readonly sheet: string | null;
  /** The object that is open beside the list. */
  readonly open: DocumentRef | null;
  /** The id of the sent item with the open receipt. */
  readonly receipt: string | null;
  /** The state of the list, and the id of its saved view. */
  readonly list: { readonly state: ViewState; readonly chosen: string | null } | null;
}

/** The places that the person left, for the way back and forward, as in a browser. */
export class Places {
  #back = $state.raw<readonly Place[]>([]);
  #forward = $state.raw<readonly Place[]>([]);

  /** Called before the person goes to another place. */
  leave(here: Place): void {
    this.#back = pushed(this.#back, here);
    this.#forward = [];
  }

  /** Returns the place that "Back" or "Forward" shows; `null` if there is none. */
  peek(direction: "back" | "forward", here: Place): Place | null {
    return this.#stack(direction).findLast((place) => !isSamePlace(place, here)) ?? null;
  }

  /** Takes the place to show from its stack, and puts this one on the other. */
  take(direction: "back" | "forward", here: Place): Place | null {
    const place = this.peek(direction, here);
    if (!place) return null;
    const stack = this.#stack(direction);
    const rest = stack.slice(0, stack.lastIndexOf(place));
    if (direction === "back") [this.#back, this.#forward] = [rest, pushed(this.#forward, here)];
    else [this.#back, this.#forward] = [pushed(this.#back, here), rest];
    return place;
  }

  #stack(direction: "back" | "forward"): readonly Place[] {
    return direction === "back" ? this.#back : this.#forward;
  }
}

/** Returns the place that is shown now. A sheet over objects counts as its list, because it cannot be opened again. */
export function placeOf({ route, detail, isOpenHere, lists, sent }: Workbench): Place {
  const { view } = route;
  const shown = isList(view) ? lists.of(view) : null;
  return {
    view,
    sheet: view === "batches" ? route.sheet : null,
    open: isOpenHere ? detail.target : null,
    receipt: view === "sent" ? sent.item : null,
    list: shown && { state: shown.list.state, chosen: shown.views.chosen },
  };
}

/** Returns whether two places show the same. A search or a sort order makes no other place. */
function isSamePlace(one: Place, other: Place): boolean {
  const keys = ["view", "sheet", "receipt"] as const;
  return keys.every((key) => one[key] === other[key]) && isSame(one.open, other.open) && one.list?.chosen === other.list?.chosen;
}

function pushed(stack: readonly Place[], place: Place): readonly Place[] {
  const last = stack.at(-1);
  const before = last && isSamePlace(last, place) ? stack.slice(0, -1) : stack;
  return [...before, place].slice(-most);
}
