/**
 * The size of the picture of the world, in its own units. Its lower edge is south of Cape Horn: no conference takes
 * place in Antarctica.
 */
export const WORLD_MAP = { width: 1000, height: 460 } as const;

/**
 * The meridian in the middle of the map (degrees east). It makes the map's edges run through the Atlantic, and puts
 * Asia and Harvard on opposite sides of the Pacific.
 */
export const MIDDLE_MERIDIAN = 155;

/** One radian of the projection, in the units of the picture; the equator is as long as the picture is wide. */
export const WORLD_SCALE = WORLD_MAP.width / (2 * 0.8707 * Math.PI);

/** The distance of the equator from the upper edge, in the units of the picture. */
export const EQUATOR = 260;

const RADIAN = Math.PI / 180;

/**
 * The Natural Earth projection by Tom Patterson, Bernhard Jenny and Bojan Šavrič. It turns radians east of the middle
 * and north of the equator into x (to the right) and y (upwards). The land is drawn with the same formula.
 */
export function naturalEarth(lambda: number, phi: number): [x: number, y: number] {
  const two = phi * phi;
  const four = two * two;
  return [
    lambda * (0.8707 - 0.131979 * two + four * (-0.013791 + four * (0.003971 * two - 0.001529 * four))),
    phi * (1.007226 + two * (0.015085 + four * (-0.044475 + 0.028874 * two - 0.005916 * four))),
  ];
}

/** Where on the picture a place is, in the units of the picture; the place is given in degrees. */
export function placeOnMap({ lat, lng }: { lat: number; lng: number }): { x: number; y: number } {
  const east = ((((lng - MIDDLE_MERIDIAN + 180) % 360) + 360) % 360) - 180;
  const [x, y] = naturalEarth(east * RADIAN, lat * RADIAN);
  return { x: WORLD_MAP.width / 2 + WORLD_SCALE * x, y: EQUATOR - WORLD_SCALE * y };
}
