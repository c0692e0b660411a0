// Styles without a style element: the window's policy takes none that a script made.

import { StyleModule } from "style-mod";

/**
 * Makes the editor's styles go into a sheet that the document adopts.
 *
 * The library does so by itself inside a shadow root only, where the editor's selection and the window's keys would not
 * work as elsewhere. What it keeps for a root stands under a symbol of its own; the document gets that of a shadow root.
 */
export function adoptStyles(): void {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  StyleModule.mount(root, []);
  for (const kept of Object.getOwnPropertySymbols(root)) {
    if (!(kept in document)) Object.defineProperty(document, kept, { value: Reflect.get(root, kept) });
  }
}
