import { expect, test } from "vitest";
import { LONGEST_DRAWING, parsedDrawing } from "~/values/drawings.ts";
import { DRAWING_BOX, DRAWING_NAMES, DRAWINGS } from "./drawing-paths.ts";
import { drawingOf } from "./drawings.ts";

test.each(DRAWING_NAMES)("the drawing %s is path data that organisers could have given", (name) => {
  const written = `${DRAWING_BOX} ${DRAWINGS[name].path}`;
  expect(written.length).toBeLessThanOrEqual(LONGEST_DRAWING);
  expect(parsedDrawing(written)).toEqual({ box: DRAWING_BOX, path: DRAWINGS[name].path });
});

const campus = { box: DRAWING_BOX, path: DRAWINGS.campus.path };
const OWN = "0 0 24 24 M2 22h20";

test.each([
  ["none", null, null, null],
  ["one of the portal's", "campus", null, campus],
  ["their own goes first", "campus", OWN, { box: "0 0 24 24", path: "M2 22h20" }],
  ["their own alone", null, OWN, { box: "0 0 24 24", path: "M2 22h20" }],
  ["one that cannot be read gives way", "campus", "<svg/>", campus],
  ["a name that no drawing has", "castle", null, null],
  ["the name of what every object has", "constructor", null, null],
])("what stands for an event: %s", (_, drawing, ownDrawing, expected) => {
  expect(drawingOf({ drawing, ownDrawing })).toEqual(expected);
});
