// Formats JSON text for reading. Only white space changes: nothing is parsed, and values keep their spelling.

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/gu;

/** Returns the text with one member or item per line. */
export function formatJson(text: string): string {
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
