import { accentColours, mixed, themeColour } from "~/ui/accent.ts";
import { SHARE_PICTURE } from "~/ui/share-picture.ts";

const { width, height } = SHARE_PICTURE;
/** The radius of the sun, and the radii of the arcs around it, in pixels. */
const SUN = 150;
const ARCS = [230, 310, 390];
const LINE = 4;
const SUN_COLOUR = "#ffc06a";
/** The number of steps in which an edge changes from one colour to the other. */
const STEPS = 15;

/**
 * The PNG that is shown with a shared link to the portal: the sun of the portal's mark, rising against the edition's
 * colour.
 */
export async function sharePicture(accent: string): Promise<Uint8Array<ArrayBuffer>> {
  // Loading this takes a tenth of an isolate's start-up time, so it is loaded only when it is needed.
  const { encode } = await import("fast-png");
  const ground = themeColour(accent);
  const line = mixed(ground, accentColours(accent)?.day.accent ?? SUN_COLOUR, 0.8);
  const shades = (colour: string) =>
    Array.from({ length: STEPS }, (_, index) => channelsOf(mixed(ground, colour, (index + 1) / STEPS)));
  const palette = [channelsOf(ground), ...shades(SUN_COLOUR), ...shades(line)];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data[y * width + x] = shadeAt(Math.hypot(x - width / 2, height - y));
  return Uint8Array.from(encode({ width, height, data, depth: 8, channels: 1, palette }));
}

/** The palette index at a distance from the middle of the sun. */
function shadeAt(distance: number): number {
  const sun = covered(SUN - distance);
  if (sun > 0) return sun;
  const arc = Math.max(...ARCS.map((radius) => covered(LINE / 2 - Math.abs(distance - radius))));
  return arc > 0 ? STEPS + arc : 0;
}

/**
 * How much of a pixel is inside an edge, in steps. `inside` is the distance (pixels) from the edge to the pixel's
 * middle; it is negative outside.
 */
const covered = (inside: number): number => Math.round(Math.min(1, Math.max(0, inside + 0.5)) * STEPS);

const channelsOf = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
