let created = 0;

/** Returns an id by which an operation can be stopped. It is unique among all windows of one computer. */
export function newOperationId(what: string): string {
  created += 1;
  return `${what}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${created}`;
}
