// A review of an ad with one of each part, for tests of how reviews are drawn.

import type { AdComparison, AdReview, TableCell, Drawing, CellType, Table, DocumentRef } from "./bindings";

const rect = { x: 0, y: 0, width: 970, height: 250 };
const cell = (text: string, number: number | null = null): TableCell => ({ text, number });

export function drawingOf(title: string): Drawing {
  return { title, view: rect, letter: 12, marks: [{ is: "box", rect, role: "banner", panel: null, title: "Banner 970x250" }] };
}

export function tableOf(title: string, columns: [string, CellType][], rows: [string, ...TableCell[]][]): Table {
  return {
    title,
    columns: columns.map(([label, holds]) => ({ label, holds })),
    rows: rows.map(([path, ...cells]) => ({ path, depth: 0, cells })),
    omittedRows: 0,
    more: null,
  };
}

export function adReviewOf(target: DocumentRef): AdReview {
  return {
    target,
    head: { name: `Ad ${target.id}`, kind: "Expandable banner ad", facts: [{ title: "Status", value: "NEW", path: "adStatus" }] },
    cards: [{ title: "First load", value: "40 KB", note: "of 200 KB", gauge: { part: 0.2, verdict: "fits" } }],
    layout: {
      views: [
        { view: { is: "collapsed" }, label: "Collapsed" },
        { view: { is: "panel", at: 0 }, label: "main" },
      ],
      drawing: drawingOf("The banner, before anything opens"),
      sentences: ["The banner is 970 px wide and 250 px high."],
      panels: tableOf(
        "Panels",
        [
          ["Panel", "words"],
          ["Size", "number"],
        ],
        [["panels[0]", cell("main"), cell("970 px by 600 px", 582_000)]],
      ),
      companions: tableOf("Companions", [["Companion", "words"]], []),
    },
    timeline: null,
    assets: {
      message: "The listed files weigh 88 KB in total.",
      budgets: [],
      tiles: [],
      pictured: [],
      files: tableOf(
        "Files in their folders",
        [
          ["File", "words"],
          ["Weight", "number"],
          ["Remarks", "remarks"],
        ],
        [["banner", cell("hero.jpg"), cell("88 KB", 88), cell("the service is still processing it")]],
      ),
      made: tableOf("Variants and proxies", [["Made of", "words"]], []),
      pages: tableOf("Pages and their scripts", [["Page or script", "longText"]], []),
    },
    tracking: {
      addresses: tableOf(
        "Addresses",
        [
          ["Purpose", "words"],
          ["Address", "longText"],
        ],
        [
          ["adURLs[0].url", cell("Tracking"), cell("https://b.example/")],
          ["mainClickthrough.url", cell("Click-through"), cell("https://a.example/")],
        ],
      ),
      hosts: [
        { name: "a.example", count: 1 },
        { name: "b.example", count: 1 },
      ],
    },
    interactions: tableOf("Interactions", [["Name", "words"]], []),
    versions: null,
    summary: null,
    findings: [
      {
        aspect: "layout",
        finding: {
          rule: "panel-outside",
          code: null,
          severity: "warning",
          path: "panels[0].width",
          label: "Panel 1 › Width",
          message: "It is wider than the room that the settings leave.",
          source: null,
          fix: null,
        },
      },
    ],
  };
}

export function comparisonOf(targets: DocumentRef[]): AdComparison {
  const ids = targets.map(({ id }) => id);
  const names = ids.map((id): [string, CellType] => [`Ad ${id}`, "words"]);
  return {
    ads: ids.map((id, position) => ({ name: `Ad ${id}`, kind: "Expandable banner ad", position })),
    drawing: drawingOf("The layouts, drawn over each other"),
    layouts: ["The layouts do not differ."],
    message: "1 field differs; 8 values are the same in all of them.",
    summary: null,
    differences: tableOf("What differs", [["Field", "words"], ...names], [["name", cell("Name"), ...ids.map((id) => cell(`Ad ${id}`))]]),
  };
}
