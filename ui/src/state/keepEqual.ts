/**
 * Puts the parts of an old value that did not change into a new one, and returns the old value if nothing changed. What
 * draws these parts has nothing to do then. Both values come from JSON, and the new one must not be used afterwards.
 */
export function keepEqual<T>(before: unknown, after: T): T {
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const parts = after as Record<string, unknown>;
  const names = Object.keys(parts);
  let isEqual = names.length === Object.keys(before).length;
  for (const name of names) {
    parts[name] = keepEqual(before[name], parts[name]);
    isEqual &&= name in before && parts[name] === before[name];
  }
  return isEqual ? (before as T) : after;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
