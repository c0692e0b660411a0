/** Puts the focus on a field's control, or on that of the nearest field around it. */
export function focusField(frame: HTMLElement, path: string): void {
  const controls = [...frame.querySelectorAll<HTMLElement>("[data-path]")];
  const around = controls
    .filter(({ dataset }) => isAround(dataset["path"] ?? "", path))
    .sort((one, other) => (other.dataset["path"]?.length ?? 0) - (one.dataset["path"]?.length ?? 0));
  const control = around[0] ?? frame.querySelector<HTMLElement>("h1");
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}

function isAround(outer: string, path: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}
