// Lays JSON text out for reading. Values keep their spelling; nothing is parsed, only white space comes and goes.

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/gu;

/** The text with one member or item on each line. */
export function laidOut(text: string): string {
  let depth = 0;
  let last = "";
  let lines = "";
  const breakLine = () => (lines += `\n${"  ".repeat(depth)}`);
  for (const [piece] of text.matchAll(token)) {
    const isOpening = last === "{" || last === "[";
    if (piece === "}" || piece === "]") {
      depth = Math.max(0, depth - 1);
      if (!isOpening) breakLine();
    } else if (isOpening || last === ",") breakLine();
    if (piece === "{" || piece === "[") depth += 1;
    lines += piece === ":" ? ": " : piece;
    last = piece;
  }
  return lines;
}
