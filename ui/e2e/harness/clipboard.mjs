// What other programs see in the clipboard.

import { Display } from "./x11.mjs";

/** The bytes that a program gets that pastes; none where the clipboard has nothing of that type. */
export async function clipboard(type) {
  const display = await Display.open();
  try {
    return await display.selected(await display.atom("CLIPBOARD"), await display.atom(type));
  } finally {
    display.close();
  }
}
