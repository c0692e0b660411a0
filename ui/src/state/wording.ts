import type { Collection } from "../bridge/bindings";

const numbers = new Intl.NumberFormat("en-GB");

/** `12480` as `12,480`. */
export function count(value: number): string {
  return numbers.format(value);
}

/** One of a collection. */
export const nouns: Record<Collection, string> = { campaigns: "campaign", values: "value", ads: "ad" };

/** `2, "change"` as `2 changes`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** How many names a sentence has before it counts the rest. */
const mostNamed = 3;

/** `["A", "B"]` as `“A” and “B”`; of many the first few, and how many more. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, names.length > mostNamed + 1 ? mostNamed : names.length).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  const last = more > 0 ? `${count(more)} more` : shown.pop();
  return shown.length > 0 ? `${shown.join(", ")} and ${last ?? ""}` : (last ?? "");
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** How long ago an instant was; a date once it is more than a day. */
export function relative(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return at;
  // The clock was set back since: how long ago it was cannot be told.
  if (age < -minute) return dates.format(Date.parse(at));
  if (age < 2_000) return "just now";
  if (age < minute) return `${Math.floor(age / 1000)} s ago`;
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  return dates.format(Date.parse(at));
}

/** The time of day of an instant in a zone, as `14:02`. */
export function clockTime(at: string, zone: string): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return at;
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone }).format(instant);
}

/** The exact instant in a zone that is named beside it. */
export function exact(at: string, zone: string): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return at;
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
  return `${format.format(instant)} (${zone})`;
}
