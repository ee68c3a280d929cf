/**
 * The colours behind accented text and in accented areas, for the light and for the dark theme. They are the same as in
 * colours.css.
 */
export const GROUNDS = {
  day: { paper: "#faf6f0", surface: "#fffefc", sunken: "#f3ebe1" },
  night: { paper: "#171210", surface: "#211a17", sunken: "#2c2320" },
} as const;
const ON_ACCENT = "#ffffff";

/** The accent of the portal itself, and its deep colour, as they are in the stylesheet. */
export const OWN_ACCENT = "#a41034";
const OWN_DEEP = "#420b1b";

/** The lowest contrast that text may have, according to WCAG 2.2, criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5;

/** Whether a text is a colour as `#rrggbb`, in lower case. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

type Colours = Record<"accent" | "accent-hover" | "accent-text" | "accent-soft" | "deep", string>;

/**
 * The colours of pages with the accent `hex` (`#rrggbb`), by day and by night. Text in these colours has a contrast of
 * at least 4.5 on the page's backgrounds, and so does text on these colours. Null if `hex` is not a colour in this
 * form, or is too light for that contrast.
 */
export function accentColours(hex: string): { day: Colours; night: Colours } | null {
  const accent = hex.toLowerCase();
  if (!isColour(accent)) return null;
  const day: Colours = {
    accent,
    "accent-hover": mixed(accent, "#000000", 0.25),
    "accent-text": accent,
    "accent-soft": mixed(accent, "#ffffff", 0.92),
    deep: mixed(accent, "#000000", 0.6),
  };
  const isReadable = [ON_ACCENT, day["accent-soft"], ...Object.values(GROUNDS.day)].every(
    (other) => contrast(accent, other) >= LEAST_CONTRAST,
  );
  if (!isReadable) return null;
  const soft = mixed(accent, GROUNDS.night.paper, 0.75);
  return {
    day,
    night: {
      ...day,
      "accent-text": lightened(accent, [soft, ...Object.values(GROUNDS.night)]),
      "accent-soft": soft,
    },
  };
}

/** The styles of pages with the accent `hex`; null for the portal's own accent, or if `hex` cannot be read. */
export function accentStyles(hex: string): string | null {
  if (hex.toLowerCase() === OWN_ACCENT) return null;
  const colours = accentColours(hex);
  if (!colours) return null;
  const root = (of: Colours) =>
    `:root{${Object.entries(of)
      .map(([name, value]) => `--${name}:${value}`)
      .join(";")}}`;
  return `@media screen{${root(colours.day)}}@media screen and (prefers-color-scheme:dark){${root(colours.night)}}`;
}

/**
 * The colour in which browsers draw the area around the page. It is the deep colour of the accent. If the accent cannot
 * be read, it is the deep colour of the portal's own accent.
 */
export const themeColour = (accent: string): string =>
  (accent.toLowerCase() === OWN_ACCENT ? null : accentColours(accent)?.day.deep) ?? OWN_DEEP;

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour, mixed with as much white as is needed to make it readable on all of these backgrounds. */
function lightened(colour: string, grounds: string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mixed(colour, "#ffffff", share);
    if (grounds.every((ground) => contrast(lighter, ground) >= LEAST_CONTRAST)) return lighter;
  }
  return "#ffffff";
}

/** A colour mixed with another colour; `share` (0 to 1) is the share of the other colour. */
export function mixed(colour: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(colour).map((value, index) => Math.round(value + (others[index]! - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
