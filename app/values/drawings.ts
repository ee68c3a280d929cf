/** A line drawing: path data (the `d` of an SVG path), and the view box that contains it. */
export type Drawing = { box: string; path: string };

/** The largest number of characters in the text of a drawing, which consists of its view box and its path data. */
export const LONGEST_DRAWING = 2048;

/** The largest coordinate in a drawing, in the drawing's own units. */
const FARTHEST = 10_000;

/** How many numbers each path command takes. */
const NUMBERS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?/iy;
const BETWEEN = /[\s,]*/y;
/** The fourth and fifth numbers of an arc are 0 or 1, and may be written without a separator after them. */
const FLAG = /[01]/y;

/**
 * Reads a drawing from its text: the four numbers of a view box, followed by path data. Only path commands and numbers
 * are accepted, so that a drawing can contain neither markup nor a URL.
 *
 * @returns null for any other text.
 */
export function parsedDrawing(written: string): Drawing | null {
  if (written.length > LONGEST_DRAWING) return null;
  const cut = written.search(/[a-df-z]/i);
  if (cut === -1) return null;
  const box = written
    .slice(0, cut)
    .trim()
    .split(/[\s,]+/);
  const path = written.slice(cut).replace(/\s+/g, " ").trim();
  const [left, top, width, height] = box.map(Number);
  const isBox =
    box.length === 4 &&
    [left, top, width, height].every((side) => Math.abs(side!) <= FARTHEST) &&
    width! > 0 &&
    height! > 0;
  return isBox && isPath(path) ? { box: [left, top, width, height].join(" "), path } : null;
}

/**
 * Whether a text is path data that begins with a move. After the first numbers of a command, more numbers may follow
 * without the command's letter.
 */
function isPath(data: string): boolean {
  if (!/^m/i.test(data)) return false;
  let at = 0;
  const take = (token: RegExp) => {
    token.lastIndex = at;
    const [found] = token.exec(data) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  while (at < data.length) {
    const command = data[at++]!.toLowerCase();
    const most = NUMBERS[command];
    if (most === undefined) return false;
    let count = 0;
    take(BETWEEN);
    while (at < data.length && !/[a-z]/i.test(data[at]!)) {
      const isFlag = command === "a" && (count % most === 3 || count % most === 4);
      const number = take(isFlag ? FLAG : NUMBER);
      if (number === undefined || Math.abs(Number(number)) > FARTHEST) return false;
      count++;
      take(BETWEEN);
    }
    if (most === 0 ? count > 0 : count === 0 || count % most > 0) return false;
  }
  return true;
}
