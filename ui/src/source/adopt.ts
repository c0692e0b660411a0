// Styles without a style element, because the content security policy forbids style elements from scripts.

import { StyleModule } from "style-mod";

/**
 * Puts the editor's styles into a style sheet that the document adopts.
 *
 * The library itself does so only inside a shadow root, where the editor's selection and the window's keys would not
 * work. It stores the state of a root under its own symbol. This copies that state from a shadow root to the document.
 */
export function adoptStyles(): void {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  StyleModule.mount(root, []);
  for (const symbol of Object.getOwnPropertySymbols(root)) {
    if (!(symbol in document)) Object.defineProperty(document, symbol, { value: Reflect.get(root, symbol) });
  }
}
