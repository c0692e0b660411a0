// Reads JSON text only as far as drawing it needs: where each value begins and under which path.
// Values keep their spelling; nothing is parsed.

/** One line of the source as it is drawn. */
export interface SourceLine {
  text: string;
  /** The path of the value that begins on this line; none on a line that only closes something. */
  path: string | null;
}

interface Level {
  path: string;
  item: number | null;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;
const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/u;

/** The text with one member or item on each line, for documents that come without line breaks. */
export function laidOut(text: string): SourceLine[] {
  const layout = new Layout();
  for (const [piece] of text.matchAll(token)) layout.take(piece);
  return layout.finish();
}

/** The lines of the text exactly as they are. */
export function exactLines(text: string): SourceLine[] {
  return text.split("\n").map((line) => ({ text: line, path: null }));
}

/** Whether a line belongs to one of the changed values or to something inside it. */
export function isChanged(line: SourceLine, changed: readonly string[]): boolean {
  const { path } = line;
  if (path === null) return false;
  return changed.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
}

class Layout {
  readonly #lines: SourceLine[] = [];
  readonly #levels: Level[] = [];
  #line = "";
  #path: string | null = null;
  #last = "";

  take(piece: string): void {
    if (piece === "}" || piece === "]") this.#close(piece);
    else if (piece === ",") this.#comma();
    else if (piece === ":") this.#line += ": ";
    else this.#value(piece);
    this.#last = piece;
  }

  finish(): SourceLine[] {
    if (this.#line !== "") this.#break();
    return this.#lines;
  }

  #value(piece: string): void {
    if (this.#isOpening(this.#last)) this.#break();
    if (this.#line === "") this.#begin(piece);
    this.#line += piece;
    if (piece === "{" || piece === "[") this.#levels.push({ path: this.#path ?? "", item: piece === "[" ? 0 : null });
  }

  /** The first piece on a line says which path the line stands for. */
  #begin(piece: string): void {
    const level = this.#levels.at(-1);
    this.#line = "  ".repeat(this.#levels.length);
    if (!level) this.#path = "";
    else if (level.item !== null) this.#path = `${level.path}[${level.item}]`;
    else this.#path = child(level.path, piece);
  }

  #comma(): void {
    this.#line += ",";
    this.#break();
    const level = this.#levels.at(-1);
    if (level && level.item !== null) level.item += 1;
  }

  #close(piece: string): void {
    this.#levels.pop();
    if (!this.#isOpening(this.#last)) {
      this.#break();
      this.#line = "  ".repeat(this.#levels.length);
      this.#path = null;
    }
    this.#line += piece;
  }

  #break(): void {
    this.#lines.push({ text: this.#line, path: this.#path });
    this.#line = "";
  }

  #isOpening(piece: string): boolean {
    return piece === "{" || piece === "[";
  }
}

function child(parent: string, quoted: string): string {
  const name = quoted.slice(1, -1);
  if (!plainName.test(name)) return `${parent}[${quoted}]`;
  return parent === "" ? name : `${parent}.${name}`;
}
