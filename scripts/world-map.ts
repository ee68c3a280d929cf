import { geoPath, geoProjection } from "d3-geo";
import { feature } from "topojson-client";
import world from "world-atlas/land-110m.json" with { type: "json" };
import {
  EQUATOR,
  MIDDLE_MERIDIAN,
  naturalEarth,
  WORLD_MAP,
  WORLD_SCALE,
} from "../app/conference/world-map.ts";

/** A latitude in degrees. Land that lies entirely to the south of this latitude is Antarctica. */
const SOUTH = -60;

type Ring = [lng: number, lat: number][];

/** The projection of the land. It uses the same formula that places the dots on the page. */
export const projection = geoProjection(naturalEarth)
  .rotate([-MIDDLE_MERIDIAN, 0])
  .scale(WORLD_SCALE)
  .translate([WORLD_MAP.width / 2, EQUATOR])
  .precision(0.5);

/** The outline of all land except Antarctica, rounded to whole units of the picture, as SVG path data. */
export function landPath(): string {
  // TypeScript infers `string` for each `type` in the JSON.
  const { features } = feature(world as never, world.objects.land as never) as unknown as {
    features: { geometry: { coordinates: Ring[][] } }[];
  };
  const coordinates = features
    .flatMap(({ geometry }) => geometry.coordinates)
    .filter(([outline]) => outline!.some(([, lat]) => lat > SOUTH));
  return geoPath(projection).digits(0)({ type: "MultiPolygon", coordinates })!;
}

/** The world map as an SVG picture, in a grey that can be seen in the light and in the dark theme. */
export const worldMap = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD_MAP.width} ${WORLD_MAP.height}"><path fill="#8b7d71" fill-opacity=".4" d="${landPath()}"/></svg>\n`;
