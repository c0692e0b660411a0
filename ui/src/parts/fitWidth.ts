/** Returns how many pixels a column of a grid needs for its heading and its rendered cells. */
export function widestCell(head: Element): number {
  const place = [...(head.parentElement?.children ?? [])].indexOf(head);
  const rows = head.closest("[role=grid]")?.querySelectorAll(".grid-row") ?? [];
  const cells = [...rows].map((row) => row.children[place]).filter((cell) => cell instanceof HTMLElement);
  for (const { style } of cells) style.width = "max-content";
  const widths = cells.map((cell) => cell.getBoundingClientRect().width);
  for (const { style } of cells) style.width = "";
  return Math.ceil(Math.max(0, ...widths));
}
