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

/**
 * Puts texts on the clipboard as another program does, such as a spreadsheet. `flavours` has them by type. Returns a
 * function that ends the program.
 */
export async function offerClipboard(flavours) {
  const display = await Display.open();
  const types = new Map();
  for (const [type, text] of Object.entries(flavours)) types.set(await display.atom(type), Buffer.from(text));
  const targets = await display.atom("TARGETS");
  types.set(targets, [targets, ...types.keys()]);
  display.ownSelection(display.window(), await display.atom("CLIPBOARD"), types);
  // A request with a reply, to wait until the server knows the owner.
  await display.size(display.root);
  // A test that fails does not end the program.
  display.unref();
  return () => display.close();
}
