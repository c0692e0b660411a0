import { describe, expect, test } from "vitest";

import css from "./tokens.css?raw";

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/gu)].map(([, name, light, dark]) => [name, { light, dark }]),
);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ["bg", "panel", "sunk", "hover"];
const text = ["ink", "ink-2", "ink-3", "accent-ink", "ok", "warn", "err", "chg"].flatMap((ink) =>
  surfaces.map((surface) => [ink, surface]),
);
const tinted = [
  ...["ok", "warn", "err", "chg"].map((tone) => [tone, `${tone}-soft`]),
  ...["ink", "ink-2", "accent-ink"].map((ink) => [ink, "accent-soft"]),
  ...["ink", "ink-2"].map((ink) => [ink, "warn-soft"]),
  ["ink", "chg-soft"],
  ["ink-3", "chg-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
];
const workspaces = ["green", "blue", "violet", "amber", "red", "teal", "pink", "grey"].map((colour) => `ws-${colour}`);
const edges = ["line-strong", "accent", "chg", "warn", "err", ...workspaces].flatMap((edge) =>
  surfaces.slice(0, 3).map((surface) => [edge, surface]),
);

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const of = (one = "", other = "") => contrast(tokens.get(one)?.[theme] ?? "", tokens.get(other)?.[theme] ?? "");
  test.each([...text, ...tinted])("text %s on %s has 4.5:1", (ink, surface) => {
    expect(of(ink, surface)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(edges)("the edge %s on %s has 3:1", (edge, surface) => {
    expect(of(edge, surface)).toBeGreaterThanOrEqual(3);
  });
});
