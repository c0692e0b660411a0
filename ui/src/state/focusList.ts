/** Focuses the list of the view; without a list, its first button or its heading. */
export function focusList(): void {
  const view = document.querySelector("main");
  const selectors = ["[role=grid], [data-moves] button", ".empty button", "h1[tabindex]"];
  const elements = selectors.map((selector) => view?.querySelector<HTMLElement>(selector));
  elements.find((element) => element)?.focus();
}
