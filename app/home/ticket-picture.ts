import { escapedInSvg } from "~/decisions/share-card.ts";
import { emsOf } from "~/door/badges.ts";
import { accentColours, OWN_ACCENT } from "~/ui/accent.ts";
import { qrPath } from "~/ui/qr-path.ts";
import type { ShownTicket } from "./ticket.ts";

/** The width of the picture in pixels. It is the width of a phone's screen with a high resolution. */
const WIDTH = 900;
const EDGE = 60;
const CODE = 600;
const LONGEST_LINE = 44;

/**
 * A ticket as one picture (SVG), to be saved and shown at the door without a network. It contains the code, the names
 * of the person and the pass, the event with its days and place, the add-ons, and the reference of the payment.
 *
 * @param code the address in the QR code; null if there is none.
 * @param accent the organisation's colour, `#rrggbb`; if it cannot be read, the portal's own colour is used.
 * @param by the name of the organisation.
 */
export function ticketPicture(
  ticket: Pick<ShownTicket, "pass" | "name" | "event" | "days" | "place" | "addOns" | "reference">,
  { code, accent, by }: { code: string | null; accent: string; by: string },
): string {
  const { day } = accentColours(accent) ?? accentColours(OWN_ACCENT)!;
  const parts: string[] = [];
  let y = 90;
  const line = (text: string, size: number, fill: string, weight: number) => {
    // The text must fit even with the widest fonts, because the reader's fonts are not known.
    const fitting = Math.min(size, Math.floor((WIDTH - 2 * EDGE) / Math.max(1, emsOf(text))));
    parts.push(
      `<text x="${EDGE}" y="${y}" font-size="${fitting}" font-weight="${weight}" fill="${fill}">${escapedInSvg(text)}</text>`,
    );
    y += Math.round(size * 1.35);
  };
  line(by, 32, "#ffc06a", 600);
  line(ticket.event ?? ticket.pass, 56, "#fff4e8", 700);
  const head = y;
  y += 30;
  if (code) {
    const { side, path } = qrPath(code);
    parts.push(
      `<svg x="${(WIDTH - CODE) / 2}" y="${y}" width="${CODE}" height="${CODE}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="${path}"/></svg>`,
    );
    y += CODE;
  }
  y += 60;
  if (ticket.name) line(ticket.name, 56, "#000", 700);
  line(ticket.pass, 34, "#000", 600);
  for (const text of [ticket.days, ticket.place]) if (text) line(text, 34, "#000", 400);
  for (const text of inLinesOf(ticket.addOns)) line(text, 30, "#333", 400);
  y += 20;
  line(ticket.reference, 48, "#000", 700);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" font-family="system-ui,sans-serif"><path fill="#fff" d="M0 0h${WIDTH}v${y}H0z"/><path fill="${day.deep}" d="M0 0h${WIDTH}v${head}H0z"/>${parts.join("")}</svg>`;
}

/** The names of the things, in as many lines as they need. */
function inLinesOf(things: readonly string[]): string[] {
  const lines: string[] = [];
  for (const thing of things) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + thing.length < LONGEST_LINE)
      lines[lines.length - 1] = `${last}, ${thing}`;
    else lines.push(thing);
  }
  return lines;
}
