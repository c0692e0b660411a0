let minted = 0;

/** Names an operation so that it can be stopped; unique among the windows of one computer. */
export function mintOperation(what: string): string {
  minted += 1;
  return `${what}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${minted}`;
}
