import { resizeColumn } from "../../state/sheet/layout";
import type { Sheet } from "../../state/sheet/sheet.svelte";

/** The space beside the text of a cell, and beside the name of a head with its menu. */
const cellSpace = 20;
const headSpace = 44;

/** Makes a column as wide as the longest of its loaded texts. */
export function fitWidth(sheet: Sheet, place: number, layer: HTMLElement): void {
  const shown = sheet.shown[place];
  const context = document.createElement("canvas").getContext("2d");
  if (!shown || !context) return;
  const { stored, column } = shown;
  const measure = (text: string, selector: string) => {
    const { fontWeight = "", fontSize = "", fontFamily = "" } = styleOf(layer.querySelector(selector));
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return context.measureText(text).width;
  };
  const lines = sheet.window.value?.rows ?? [];
  const longest = longestOf(lines.flatMap(({ cells }) => (cells[stored] ?? "").split("\n")));
  const label = sheet.choiceLabel(stored, longest);
  const cell = measure(label && label !== longest ? `${longest} ${label}` : longest, `.body .cell.${column.kind} > .text`) + cellSpace;
  sheet.arrange(resizeColumn(sheet.layout, column.path, Math.ceil(Math.max(cell, measure(column.label, ".head .cell") + headSpace))));
}

function styleOf(element: Element | null): Partial<CSSStyleDeclaration> {
  return element ? getComputedStyle(element) : {};
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}
