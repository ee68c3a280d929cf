import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { conferenceList } from "#db/seed/conference-list.ts";
import { placeOnMap, WORLD_MAP } from "~/conference/world-map.ts";
import { landPath, projection, worldMap } from "../scripts/world-map.ts";

const path = landPath();

/** The closed lines of the picture. */
const outlines = path
  .split("M")
  .slice(1)
  .map((line) =>
    line
      .replace("Z", "")
      .split("L")
      .map((point) => point.split(",").map(Number) as [number, number]),
  );

/**
 * Whether a place lies on land. If it does, a ray to the right crosses the lines an odd number of times. Browsers fill
 * a path by the same rule.
 */
function isOnLand(lat: number, lng: number): boolean {
  const { x, y } = placeOnMap({ lat, lng });
  let crossings = 0;
  for (const points of outlines)
    for (const [index, [x1, y1]] of points.entries()) {
      const [x2, y2] = points[(index + 1) % points.length]!;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) crossings += 1;
    }
  return crossings % 2 === 1;
}

test.each([
  ["Beijing", 39.9, 116.4],
  ["Nur-Sultan", 51.18, 71.45],
  ["New Delhi", 28.61, 77.21],
  ["Harvard", 42.38, -71.5],
  ["Seoul", 37.56, 127.5],
  ["Kinshasa", -4.3, 16],
  ["Alice Springs", -23.7, 133.9],
  ["Brasília", -15.8, -47.9],
  ["Nuuk and inland", 65, -45],
])("%s is on land", (_, lat, lng) => {
  expect(isOnLand(lat, lng)).toBe(true);
});

test.each([
  ["the Atlantic, a degree on either side of the cut", 20, -26],
  ["the Atlantic, on the other side", 20, -24],
  ["the Pacific", 10, -150],
  ["the Indian Ocean", -20, 80],
  ["the Arctic Ocean", 86, 150],
  ["what would be Antarctica", -70, 0],
])("%s is no land", (_, lat, lng) => {
  expect(isOnLand(lat, lng)).toBe(false);
});

test("dots are placed as the land is, also beside the cut", () => {
  const places = [
    ...conferenceList,
    ...[-25.01, -24.99, 154, 156, 180, -180, 360, -360].flatMap((lng) =>
      [-56, 0, 83].map((lat) => ({ lat, lng })),
    ),
  ];
  for (const { lat, lng } of places) {
    const [x, y] = projection([lng, lat])!;
    const dot = placeOnMap({ lat, lng });
    expect([dot.x, dot.y], `${lat} ${lng}`).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
  }
});

test("all land lies within the picture, and reaches near its edges", () => {
  const xs = outlines.flatMap((points) => points.map(([x]) => x));
  const ys = outlines.flatMap((points) => points.map(([, y]) => y));
  expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...xs)).toBeLessThanOrEqual(WORLD_MAP.width);
  expect(Math.max(...ys)).toBeLessThanOrEqual(WORLD_MAP.height);
  expect(Math.min(...ys)).toBeLessThan(20);
  expect(Math.max(...ys)).toBeGreaterThan(WORLD_MAP.height - 30);
});

test("the picture is small", () => {
  expect(brotliCompressSync(worldMap()).byteLength).toBeLessThan(8 * 1024);
});
