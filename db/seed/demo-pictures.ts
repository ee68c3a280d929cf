import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];

/** The two colours of a drawing. Brightness 0 is drawn in the first colour, and brightness 255 in the second. */
export type Duotone = readonly [dark: Colour, light: Colour];

const ascii = new TextEncoder();

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(ascii.encode(type), 4);
  bytes.set(body, 8);
  view.setUint32(body.length + 8, crc32(bytes.subarray(4, body.length + 8)));
  return bytes;
}

/** Makes a PNG with a palette. `shade` returns the brightness of a pixel, 0 to 255. */
function png(
  width: number,
  height: number,
  [dark, light]: Duotone,
  shade: (x: number, y: number) => number,
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits per pixel, with a palette.
  header.set([8, 3], 8);
  const palette = Uint8Array.from({ length: 768 }, (_, index) => {
    const [from, to] = [dark[index % 3]!, light[index % 3]!];
    return from + ((to - from) * Math.floor(index / 3)) / 255;
  });
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + x + 1] = shade(x, y);
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(lines, { level: 4 })),
    chunk("IEND", new Uint8Array()),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** How much of a pixel is inside an edge: 1 if it is inside, 0 if it is outside, and a value in between on the edge. */
const inside = (distance: number) => Math.min(Math.max(0.5 - distance, 0), 1);
const mix = (below: number, above: number, share: number) => below + (above - below) * share;

/** Draws hills under a sun; the seed decides where they are. */
export function landscape(width: number, height: number, colours: Duotone, seed: number): Uint8Array {
  const [sunX, sunY, sun] = [
    width * (0.2 + 0.6 * ((seed * 0.37) % 1)),
    height * (0.25 + 0.2 * ((seed * 0.61) % 1)),
    height * 0.13,
  ];
  const ridges = [0.55, 0.68, 0.82].map((base, layer) =>
    Float64Array.from({ length: width }, (_, x) => {
      const along = (x / width) * Math.PI * 2;
      const rise =
        Math.sin(along * (1.1 + layer * 0.6) + seed * (layer + 1)) +
        0.4 * Math.sin(along * (3.3 - layer * 0.5) + seed * 2.1);
      return height * (base + 0.07 * rise);
    }),
  );
  const tones = [120, 75, 30];
  return png(width, height, colours, (x, y) => {
    let tone = 245 - (y / height) * 70;
    if (Math.abs(y - sunY) <= sun + 1) tone = mix(tone, 255, inside(Math.hypot(x - sunX, y - sunY) - sun));
    for (const [layer, ridge] of ridges.entries())
      if (y > ridge[x]! - 1) tone = mix(tone, tones[layer]!, inside(ridge[x]! - y));
    return tone;
  });
}

/** Draws a head and shoulders in front of a wall. */
export function silhouette(size: number, colours: Duotone, seed: number): Uint8Array {
  const lean = size * 0.04 * Math.sin(seed * 2.7);
  const [headX, headY, head] = [size / 2 + lean, size * 0.4, size * (0.16 + 0.02 * Math.sin(seed))];
  return png(size, size, colours, (x, y) => {
    const wall = 235 - 80 * (y / size) - 25 * (x / size);
    const shoulders = Math.hypot((x - size / 2) / 1.15, y - size * 1.02) - size * 0.34;
    const shirt = mix(wall, 60, inside(shoulders));
    return mix(shirt, 95, inside(Math.hypot((x - headX) * 1.12, y - headY) - head));
  });
}
