/** The flavours of the clipboard that hold cells. */
export interface ClipboardCells {
  text: string;
  html: string;
}

/** Reads the clipboard without an event of it. The engine may refuse that. */
export async function readClipboard(): Promise<ClipboardCells> {
  const items = await navigator.clipboard.read();
  const flavour = async (type: string) => {
    const item = items.find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : "";
  };
  return { text: await flavour("text/plain"), html: await flavour("text/html") };
}

/** Returns what an event of the clipboard brings. */
export function cellsOfEvent(event: ClipboardEvent): ClipboardCells {
  return { text: event.clipboardData?.getData("text/plain") ?? "", html: event.clipboardData?.getData("text/html") ?? "" };
}
