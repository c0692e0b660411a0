/** Puts the focus where the arrow keys move through the view: on its list, or else on the first thing that can be done. */
export function focusList(): void {
  const view = document.querySelector("main");
  const places = ["[role=grid], [data-moves] button", ".empty button", "h1[tabindex]"];
  const found = places.map((place) => view?.querySelector<HTMLElement>(place));
  found.find((place) => place)?.focus();
}
