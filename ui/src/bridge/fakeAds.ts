// The ads of the fake desk: enough to show the lists.

import type {
  AdCounts, AdImportResult, AdImportSource, RemovedAds, FileOrigin, RowsQuery, RowsWindow, ColumnInfo, WorkspaceCounts, Detail, FetchProgress, FetchSummary, ListColumns, ListId, WorkspaceView,
} from "./bindings";
import { CommandFailure } from "./failure";

interface FakeAd {
  id: string;
  name: string;
  list: ListId;
  /** The name of the ad's file. */
  file?: string;
}

const ads: FakeAd[] = (["inStream", "expandable", "html5Expandable"] as const).flatMap((list, kind) =>
  [1, 2, 3].map((number) => ({ id: `${9000 + kind * 10 + number}`, name: `Ad ${kind + 1}.${number}`, list })),
);

export class FakeAds {
  #fetched: string | null = null;
  #imported: FakeAd[] = [];
  readonly #removed = new Map<string, FakeAd[]>();
  #minted = 0;

  get standing(): Pick<WorkspaceView, "adsFetch" | "adsPath"> {
    return { adsFetch: { at: this.#fetched, complete: true, reason: null }, adsPath: "/ads" };
  }

  get counts(): Pick<WorkspaceCounts, "ads" | "adLists"> {
    const of = (list: ListId) => this.#held.filter((ad) => ad.list === list).length;
    const adLists: AdCounts = { inStream: of("inStream"), expandable: of("expandable"), html5Expandable: of("html5Expandable"), other: 0 };
    return { ads: this.#held.length, adLists };
  }

  get #held(): FakeAd[] {
    return [...(this.#fetched ? ads : []), ...this.#imported];
  }

  columns(): ListColumns {
    const column = (path: string, label: string): ColumnInfo => ({
      path, label, group: "Ad", kind: "text", alignEnd: false, filterField: path.toUpperCase(), learned: false,
    });
    return { all: [column("name", "Name"), column("id", "ID")], usual: [{ path: "name", width: 240 }, { path: "id", width: 110 }] };
  }

  rows(list: ListId, query: RowsQuery): RowsWindow {
    const held = this.#held.filter((ad) => ad.list === list);
    const found = held.filter(({ name }) => name.toLowerCase().includes(query.search.toLowerCase()));
    const place = found.findIndex(({ id }) => id === query.locate);
    const rows = found.slice(query.offset, query.offset + query.limit).map(({ id, name, file = null }) => ({
      id, name, file, draft: false, errors: 0, warnings: 0, cells: query.columns.map((path) => (path === "id" ? id : "")), changed: [],
    }));
    return {
      total: held.length, found: found.length, matched: found.length, drafts: 0, offset: query.offset, rows,
      place: place < 0 ? null : place, problems: [], excluding: [],
    };
  }

  open(id: string): Detail {
    const ad = this.#held.find((one) => one.id === id);
    if (!ad) throw new CommandFailure({ code: "NotFound", message: "There is no such ad here.", details: null, reply: null });
    return {
      target: { kind: "ad", id }, list: ad.list, id, title: ad.name, lineage: [], draft: null, stays: null, summary: null, master: null, file: markOf(ad), groups: [], changes: [], findings: [],
      source: JSON.stringify(ad), textOnly: null,
    };
  }

  /** Imports each pasted line as the name of an ad. A line that ends in a question mark is left out. */
  import(source: AdImportSource): AdImportResult {
    const lines = source.kind === "text" ? source.value.split("\n") : source.value;
    const file = source.kind === "text" ? "pasted text" : "ads.json";
    const came = lines.filter((line) => !line.endsWith("?"));
    const brought = came.map((name) => ({ id: `file-${++this.#minted}`, name, list: "expandable" as const, file }));
    this.#imported = [...this.#imported, ...brought];
    const troubles = lines.filter((line) => line.endsWith("?")).map((line) => ({ file, message: `Line 1, column 1: ${line}` }));
    return {
      id: brought.map(({ id }) => id).join(" "), ads: brought.length, complete: true, message: `${brought.length} came.`, troubles, moreTroubles: 0,
      list: brought.length > 0 ? "expandable" : null, only: brought.length === 1 && brought[0] ? { kind: "ad", id: brought[0].id } : null,
    };
  }

  remove(ids: string[]): RemovedAds {
    const gone = this.#imported.filter(({ id }) => ids.includes(id));
    this.#imported = this.#imported.filter((ad) => !gone.includes(ad));
    const removal = `removal-${++this.#minted}`;
    this.#removed.set(removal, gone);
    return { removal, ads: gone.length, message: `Removed ${gone.length}.` };
  }

  restore(removal: string): number {
    const back = this.#removed.get(removal) ?? [];
    this.#imported = [...this.#imported, ...back];
    return back.length;
  }

  async fetch(listen: (progress: FetchProgress) => void): Promise<FetchSummary> {
    listen({ kind: "started", data: { total: ads.length } });
    this.#fetched = new Date().toISOString();
    listen({ kind: "advanced", data: { done: ads.length, total: ads.length } });
    return { fetched: ads.length, complete: true, message: "", reply: null };
  }
}

function markOf({ file }: FakeAd): FileOrigin | null {
  return file === undefined ? null : { name: file, at: new Date().toISOString(), summary: false, copy: null };
}
