import type { Collection } from "../bridge/bindings";

/** Formats `12480` as `12,480`. Not with `Intl`: what is used of it first takes milliseconds of a start. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The noun for one object of a collection. */
export const nouns = { campaigns: "campaign", values: "value", ads: "ad" } as const satisfies Record<Collection, string>;

/** The name of all objects of a collection. */
export const plurals: Record<Collection, string> = { campaigns: "campaigns", values: "retargeting values", ads: "ads" };

/** Formats `2, "change"` as `2 changes`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Formats the counts that are not zero, such as `1 error, 2 warnings`. */
export function findingCounts({ errors, warnings }: { errors: number; warnings: number }): string {
  return [...(errors > 0 ? [plural(errors, "error")] : []), ...(warnings > 0 ? [plural(warnings, "warning")] : [])].join(", ");
}

/** How many names a sentence lists before it counts the rest. */
const mostNamed = 3;

/** Formats `["A", "B"]` as `“A” and “B”`. A long list ends with the number of further names. */
export function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, names.length > mostNamed + 1 ? mostNamed : names.length).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  const last = more > 0 ? `${formatCount(more)} more` : shown.pop();
  return shown.length > 0 ? `${shown.join(", ")} and ${last ?? ""}` : (last ?? "");
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats how long ago an instant was. After more than a day it returns the date. */
export function relativeTime(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return at;
  // The clock was set back, so the age is unknown.
  if (age < -minute) return dateOf(at);
  if (age < 2_000) return "just now";
  if (age < minute) return `${Math.floor(age / 1000)} s ago`;
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  return dateOf(at);
}

function dateOf(at: string): string {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** Formats the time of day in a zone, as `14:02`. */
export function clockTime(at: string, zone: string): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return at;
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone }).format(instant);
}

/** Formats the exact instant in a zone, and names the zone. */
export function exactTime(at: string, zone: string): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return at;
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
  return `${format.format(instant)} (${zone})`;
}
