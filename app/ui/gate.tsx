import type { Drawing } from "~/values/drawings.ts";
import { GATE } from "./gate-paths.ts";

/** How far the sun has risen: below the horizon, half, nearly, or up to the middle of the gate. */
export const SUNS = [0, 1, 2, 3] as const;
export type Sun = (typeof SUNS)[number];
const MIDDLE_OF_SUN = [276, 240, 200, 160] as const;

/**
 * The portal's mark, drawn large: gates within gates, and a sun that rises higher the further the reader has come. If
 * an event has a drawing, the gate shows the drawing instead of the sun.
 */
export function Gate({ sun, drawing = null }: { sun: Sun; drawing?: Drawing | null }) {
  return (
    <svg viewBox="0 0 320 240" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d={drawing ? GATE.outer : GATE.outer + GATE.inner} />
      <circle cx="160" cy={MIDDLE_OF_SUN[sun]} r="56" fill="currentColor" />
      {drawing && (
        <svg viewBox={drawing.box} width="320" height="240" preserveAspectRatio="xMidYMax" aria-hidden="true">
          <path className="drawing" d={drawing.path} />
        </svg>
      )}
    </svg>
  );
}
