// The clipboard as other programs see it.

import { Display } from "./x11.mjs";

/** Returns the clipboard's bytes in a type; `null` if it has nothing of that type. */
export async function clipboard(type) {
  const display = await Display.open();
  try {
    return await display.readSelection(await display.atom("CLIPBOARD"), await display.atom(type));
  } finally {
    display.close();
  }
}
