import { generate } from "lean-qr";

/** The white margin that cameras need around a code, in squares of the code. */
const MARGIN = 4;

/** A QR code as the path of an SVG: the dark squares, and the length of a side with the margin, in squares. */
export function qrPath(text: string): { side: number; path: string } {
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      const start = x;
      while (x < code.size && code.get(x, y)) x += 1;
      // Squares that stand side by side are drawn as one, which makes the path half as long.
      if (x > start) path += `M${start + MARGIN} ${y + MARGIN}h${x - start}v1h-${x - start}z`;
    }
  return { side: code.size + 2 * MARGIN, path };
}
