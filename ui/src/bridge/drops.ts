/** Refuses drops outside a field, or on a secret. Otherwise a web view would open a dropped link. */
export function refuseDrops(): void {
  for (const name of ["dragover", "drop"] as const) addEventListener(name, refuse);
}

function refuse(event: DragEvent): void {
  const [target] = event.composedPath();
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=password]), textarea"))) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
}
