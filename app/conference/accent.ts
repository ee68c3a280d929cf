/** The colours of a page that follow from one accent, in one scheme; each `#rrggbb`. */
type AccentScheme = {
  /** The ground of what is pressed; white can be read on it. */
  accent: string;
  hover: string;
  /** Links and marks on the grounds of the page. */
  text: string;
  soft: string;
};

const READABLE = 4.5;
const [WHITE, BLACK] = ["#ffffff", "#000000"];
/** --paper, --surface and --sunken of app/ui/colours.css. */
const GROUNDS = {
  light: ["#faf6f0", "#fffefc", "#f3ebe1"],
  dark: ["#171210", "#211a17", "#2c2320"],
};

const channels = (colour: string) =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How far two colours (`#rrggbb`) are apart for the eye: 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** `share` of one colour in the other; 0 is the other alone. */
function mixed(one: string, other: string, share: number): string {
  const theirs = channels(other);
  const values = channels(one).map((value, index) =>
    Math.round(value * share + (theirs[index] ?? 0) * (1 - share)),
  );
  return `#${values.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const isReadable = (text: string, grounds: string[]) =>
  grounds.every((ground) => contrast(text, ground) >= READABLE);

/**
 * The colours that follow from an accent (`#rrggbb`) by day and by night; null if white cannot be read on it, or it
 * cannot be read on the grounds of the page, at 4.5 : 1. By night the text is made lighter until it can be read.
 */
export function accentColours(accent: string): { light: AccentScheme; dark: AccentScheme } | null {
  const hover = mixed(accent, BLACK, 0.8);
  const light = { accent, hover, text: accent, soft: mixed(accent, GROUNDS.light[1]!, 0.08) };
  const soft = mixed(accent, GROUNDS.dark[1]!, 0.2);
  let text = accent;
  for (let share = 0.95; !isReadable(text, [...GROUNDS.dark, soft]) && share >= 0; share -= 0.05) {
    text = mixed(accent, WHITE, share);
  }
  const all = isReadable(WHITE, [accent, hover]) && isReadable(accent, [...GROUNDS.light, light.soft]);
  return all && isReadable(text, [...GROUNDS.dark, soft])
    ? { light, dark: { accent, hover, text, soft } }
    : null;
}
