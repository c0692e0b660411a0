// The campaigns of the fake desk, and their drafts.

import type { DocumentRef } from "./bindings";
import { campaigns, type Values } from "./fakeData";
import { changesOf, type Draft } from "./fakeDocument";
import { failure, notFound } from "./fakeFailure";

/** The campaigns of the service, the live drafts and the discarded drafts. */
export class FakeShelf {
  readonly held = new Map<string, Values>();
  readonly drafts = new Map<string, Draft>();
  readonly #discarded = new Map<string, Draft>();
  /** The service's id for each draft that was sent. */
  readonly #sentAs = new Map<string, string>();
  #minted = 0;

  /** Adds this many generated campaigns. */
  fill(count: number): void {
    for (const [id, values] of campaigns(count)) this.held.set(id, values);
  }

  /** Returns an unused number. */
  mint(): number {
    return ++this.#minted;
  }

  /** Returns the drafts with changes. */
  changed(): Draft[] {
    return [...this.drafts.values()].filter((draft) => draft.campaign === null || changesOf(draft).length > 0);
  }

  discarded(): Draft[] {
    return [...this.#discarded.values()];
  }

  draftOf(target: DocumentRef): Draft | undefined {
    if (target.kind === "draft") return this.drafts.get(target.id);
    return [...this.drafts.values()].find(({ campaign }) => campaign === target.id);
  }

  /** Returns the draft of a target, or the unchanged campaign. Also accepts a draft that was sent. */
  shown(target: DocumentRef): Draft {
    const id = this.#sentAs.get(target.id) ?? target.id;
    const base = this.held.get(id);
    const draft = this.draftOf({ ...target, id }) ?? (base && unchanged(id, base));
    if (!draft) throw notFound("This campaign is not in the cache.");
    return draft;
  }

  /** Returns the draft of a target, or an unsaved one. */
  read(target: DocumentRef): Draft {
    return this.draftOf(target) ?? unchanged(target.id, this.held.get(target.id) ?? {});
  }

  /** Returns the draft of a target. Creates it if there is none. */
  begin(target: DocumentRef): Draft {
    return this.draftOf(target) ?? this.add(target.id, this.held.get(target.id) ?? {});
  }

  add(campaign: string | null, base: Values): Draft {
    const draft = { ...unchanged(campaign, base), id: `draft-${this.mint()}`, saved: new Date().toISOString() };
    this.drafts.set(draft.id, draft);
    return draft;
  }

  change(target: DocumentRef, change: (draft: Draft) => void): Draft {
    const draft = this.begin(target);
    mustBeFree(draft);
    draft.past.push(structuredClone(draft.now));
    draft.future = [];
    change(draft);
    draft.revision += 1;
    draft.saved = new Date().toISOString();
    return draft;
  }

  travel(id: string, from: "past" | "future", to: "past" | "future"): Draft {
    const draft = this.drafts.get(id);
    const next = draft?.[from].pop();
    if (!draft || !next) throw notFound("There is nothing to take back.");
    mustBeFree(draft);
    draft[to].push(draft.now);
    draft.now = next;
    draft.revision += 1;
    return draft;
  }

  goTo(id: string, position: number): Draft {
    const draft = this.drafts.get(id);
    if (!draft) throw notFound("This draft was sent or discarded.");
    while (draft.past.length > position) this.travel(id, "past", "future");
    while (draft.past.length < position) this.travel(id, "future", "past");
    return draft;
  }

  discard(id: string): void {
    move(id, this.drafts, this.#discarded).saved = new Date().toISOString();
  }

  restore(id: string): Draft {
    const campaign = this.#discarded.get(id)?.campaign;
    const other = campaign && this.draftOf({ kind: "campaign", id: campaign });
    if (other) throw failure("Conflict", "This campaign has another draft by now. Send or discard that one first.");
    return move(id, this.#discarded, this.drafts);
  }

  /** Restores a draft without looking for another draft of its campaign. */
  bringBack(id: string): void {
    move(id, this.#discarded, this.drafts);
  }

  /** Returns a draft in the reviewed revision. */
  reviewed(id: string, revision: number): Draft {
    const draft = this.drafts.get(id);
    if (!draft) throw notFound("This draft was sent or discarded.");
    mustBeFree(draft);
    if (draft.revision !== revision) throw failure("Conflict", `“${draft.now["name"] ?? ""}” was changed after you reviewed it.`);
    return draft;
  }

  /** Stores the draft's values as the service's campaign. */
  arrive(draft: Draft): void {
    const id = draft.campaign ?? String(1072290000 + this.#minted);
    this.held.set(id, { ...draft.now, id });
    this.#sentAs.set(draft.id, id);
    this.drafts.delete(draft.id);
  }
}

function unchanged(campaign: string | null, base: Values): Draft {
  return { id: "", campaign, base, past: [], now: structuredClone(base), future: [], saved: "", revision: 0, lock: null };
}

function mustBeFree({ lock }: Draft): void {
  if (lock) throw failure("Conflict", lock.reason);
}

function move(id: string, from: Map<string, Draft>, to: Map<string, Draft>): Draft {
  const draft = from.get(id);
  if (!draft) throw notFound("This draft was sent or discarded.");
  mustBeFree(draft);
  from.delete(id);
  to.set(id, draft);
  return draft;
}
