import { drawingOf } from "~/conference/drawings.ts";
import { whenAndWhere } from "~/conference/events.ts";
import { accentColours, OWN_ACCENT } from "~/ui/accent.ts";
import { GATE } from "~/ui/gate-paths.ts";
import type { PassEvent } from "~/values/catalogue.ts";
import type { Drawing } from "~/values/drawings.ts";
import { withoutControls } from "~/values/plain-text.ts";

/** The size of the picture, in pixels. Most networks show a picture of this size without cropping it. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

const LEFT = 80;
/**
 * The x position at which the lines of text must end, left of the gate (ui/gate-paths.ts). If the event has a drawing,
 * the gate is further left, so that all of it is on the picture.
 */
const RIGHT = { plain: 730, drawn: 690 };
/** The largest average width of a letter, as a fraction of the font size. */
const LETTER = 0.58;

/**
 * The picture with which an accepted delegate can tell others about the event, as an SVG. It names the event. It names
 * the person only if `name` is given.
 *
 * @param accent the organisation's colour, `#rrggbb`; if it cannot be read, the portal's own colour is used.
 * @param by the name of the organisation.
 */
export function shareCard(
  event: Pick<PassEvent, "name" | "venue" | "firstDay" | "lastDay" | "drawing" | "ownDrawing">,
  { accent, by, name }: { accent: string; by: string; name: string | null },
): string {
  const { day } = accentColours(accent) ?? accentColours(OWN_ACCENT)!;
  const facts = whenAndWhere(event).join(" · ");
  const drawing = drawingOf(event);
  const { width, height } = CARD_SIZE;
  const line = (y: number, size: number, text: string, fill: string, weight: number) =>
    lineUpTo(drawing ? RIGHT.drawn : RIGHT.plain, { y, size, text, fill, weight });
  const lines = [
    line(150, 34, name ? `${name} is accepted to the` : "Accepted to the", "#ffc06a", 600),
    ...inLines(event.name).map((words, index) => line(250 + index * 90, 80, words, "#fff4e8", 700)),
    line(470, 34, facts, "#fff4e8", 400),
    line(550, 30, by, "#ffc06a", 600),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui,sans-serif"><path fill="${day.deep}" d="M0 0h${width}v${height}H0z"/><g transform="${drawing ? "translate(690 258) scale(1.55)" : "translate(730 150) scale(2)"}" fill="none" stroke="${day.accent}" stroke-width="2"><path d="${drawing ? GATE.outer : GATE.outer + GATE.inner}"/><circle cx="160" cy="160" r="56" fill="${day.accent}"/>${drawing ? drawn(drawing) : ""}</g>${lines.join("")}</svg>`;
}

/** The drawing of the event inside the gate. */
const drawn = ({ box, path }: Drawing) =>
  `<svg viewBox="${box}" width="320" height="240" preserveAspectRatio="xMidYMax"><path d="${path}" stroke="#ffe2bd" stroke-width="2" vector-effect="non-scaling-stroke" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** One line of text. The letters are made smaller if the line would otherwise extend beyond `right`. */
function lineUpTo(
  right: number,
  { y, size, text, fill, weight }: { y: number; size: number; text: string; fill: string; weight: number },
): string {
  const fitting = Math.min(size, Math.floor((right - LEFT) / (LETTER * Math.max(1, [...text].length))));
  return `<text x="${LEFT}" y="${y}" font-size="${fitting}" font-weight="${weight}" fill="${fill}">${escapedInSvg(text)}</text>`;
}

/** A name in one or two lines, broken so that both lines are about equally long. */
function inLines(name: string): string[] {
  const words = name.split(" ");
  const ways = words.map((_, index) => [words.slice(0, index).join(" "), words.slice(index).join(" ")]);
  const longest = (way: string[]) => Math.max(...way.map(({ length }) => length));
  const [best = [name]] = ways.sort((one, other) => longest(one) - longest(other));
  return name.length <= 16 ? [name] : best.filter(Boolean);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text from a person or an edition, escaped for use in an SVG. */
export const escapedInSvg = (text: string) =>
  withoutControls(text).replace(/[&<>]/g, (character) => ENTITIES[character]!);
