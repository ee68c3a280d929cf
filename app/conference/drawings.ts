import { type Drawing, parsedDrawing } from "~/values/drawings.ts";
import { DRAWING_BOX, DRAWING_NAMES, DRAWINGS, type DrawingName } from "./drawing-paths.ts";

/** The names of the drawings, with what they show, as options to choose from. */
export const DRAWING_CHOICES = DRAWING_NAMES.map((value) => ({ value, label: DRAWINGS[value].title }));

/** Whether this is the name of one of the portal's drawings. */
export const isDrawingName = (name: string | null): name is DrawingName =>
  (DRAWING_NAMES as readonly (string | null)[]).includes(name);

/**
 * The drawing of an event: the organisers' own drawing or, if there is none, the portal's drawing that they chose. Null
 * if there is neither.
 */
export function drawingOf({
  drawing,
  ownDrawing,
}: {
  drawing: string | null;
  ownDrawing: string | null;
}): Drawing | null {
  const own = ownDrawing === null ? null : parsedDrawing(ownDrawing);
  if (own) return own;
  return isDrawingName(drawing) ? { box: DRAWING_BOX, path: DRAWINGS[drawing].path } : null;
}
