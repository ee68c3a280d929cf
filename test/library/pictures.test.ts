import { deflateSync } from "node:zlib";
import { encode } from "fast-png";
import { expect, test } from "vitest";
import { imageHeader, plainPng } from "~/library/images.ts";
import { picturesBy } from "~/library/picture-converter.server.ts";
import { MAX_PIXELS, MOST_BYTES_PER_PIXEL } from "~/library/picture-limits.ts";
import { pictureModules } from "~/library/picture-modules.server.ts";
import { PICTURES, type PictureShape } from "~/values/pictures.ts";
import { chunk, claiming, disc, jpeg, png, readPng, seeded, turned, webp } from "../support/images.ts";
import { photograph, photographs } from "../support/photograph.ts";

const pictures = picturesBy(pictureModules);

const made = async (bytes: Uint8Array, shape: keyof typeof PICTURES = "profile") => {
  const stored = await pictures.convert(bytes, PICTURES[shape]);
  return stored && readPng(stored.png);
};

/** A picture as a PNG and as a WebP, both in the picture's own width. */
const formsOf = async (bytes: Uint8Array, shape: PictureShape) => {
  const { png, light } = (await pictures.convert(bytes, shape))!;
  return { png, webp: light.find(({ width }) => width === null)!.webp };
};

/** A picture half as wide and half as high as a thumbnail. */
const HALF = { width: 640, height: 360, fit: "cover", narrower: [] } as const;

/** What is in a WebP, down to the pixel. */
const readWebp = async (bytes: Uint8Array) => {
  const { width, height } = imageHeader(bytes)!;
  return readPng((await formsOf(bytes, { ...HALF, width, height, fit: "inside" })).png);
};

const isThere = (bytes: Uint8Array, text: string) => new TextDecoder("latin1").decode(bytes).includes(text);

const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

test("a picture of each kind becomes a PNG, and a WebP", async () => {
  for (const bytes of [jpeg(), webp(), png(96, 64)]) {
    const stored = await made(bytes, "background");
    expect(stored).toMatchObject({ width: 96, height: 64, depth: 8, channels: 4 });
    const { webp: light } = await formsOf(bytes, PICTURES.background);
    expect(imageHeader(light)).toEqual({ kind: "webp", width: 96, height: 64 });
  }
  const same = [await made(jpeg()), await made(webp())];
  // The two files show the same picture. They differ only by what compression lost.
  const [one, other] = same.map((stored) => stored!.data);
  let difference = 0;
  for (let index = 0; index < one!.length; index += 1) difference += Math.abs(one![index]! - other![index]!);
  expect(difference / one!.length).toBeLessThan(16);
});

test("a photograph is light for who looks at it, and says nothing of where it was taken", async () => {
  const uploaded = photograph();
  expect(isThere(uploaded, "Exif") && isThere(uploaded, "Lumia"), "the upload says so").toBe(true);
  const { png, light } = (await pictures.convert(uploaded, PICTURES.thumbnail))!;
  expect(light).toHaveLength(3);
  for (const form of [png, ...light.map(({ webp }) => webp)])
    for (const note of ["Exif", "EXIF", "eXIf", "XMP", "Lumia"])
      expect(isThere(form, note), note).toBe(false);
});

test.each(
  Object.keys(PICTURES) as (keyof typeof PICTURES)[],
)("as a %s it is light in each width", async (name) => {
  const shape: PictureShape = PICTURES[name];
  const { png, light } = (await pictures.convert(photograph(), shape))!;
  const whole = readPng(png);
  expect(light.map(({ width }) => width)).toEqual([null, ...shape.narrower]);
  for (const { width: asked, webp } of light) {
    const { width, height } = imageHeader(webp)!;
    expect(width).toBe(asked ?? whole.width);
    expect(Math.abs(height - (whole.height * width) / whole.width)).toBeLessThanOrEqual(0.5);
    expect(webp.length).toBeLessThanOrEqual(width * height * MOST_BYTES_PER_PIXEL);
  }
});

test("photographs of all kinds are as light at 640 by 360 as a phone needs", async () => {
  for (const bytes of photographs()) {
    const { webp } = await formsOf(bytes, HALF);
    expect(imageHeader(webp)).toEqual({ kind: "webp", width: 640, height: 360 });
    expect(webp.length).toBeLessThanOrEqual(28_000);
  }
});

test("no width is wider than the picture", async () => {
  const { light } = (await pictures.convert(png(500, 300), PICTURES.thumbnail))!;
  const sizes = light.map(({ width, webp }) => ({ width, is: imageHeader(webp)!.width }));
  expect(sizes).toEqual([
    { width: null, is: 500 },
    { width: 360, is: 360 },
    { width: 640, is: 500 },
  ]);
});

test("what no photograph is like, noise, is as light too", async () => {
  const random = seeded(3);
  const data = Uint8Array.from({ length: 640 * 360 * 3 }, () => random() * 256);
  const noise = encode({ width: 640, height: 360, data, channels: 3, depth: 8 });
  const { webp: light } = await formsOf(noise, HALF);
  expect(light.length).toBeLessThanOrEqual(28_000);
});

test("a photograph looks the same in both forms", async () => {
  const stored = await formsOf(photograph(), PICTURES.thumbnail);
  const [exact, light] = [readPng(stored.png), await readWebp(stored.webp)];
  let difference = 0;
  for (let at = 0; at < exact.data.length; at += 1) difference += Math.abs(exact.data[at]! - light.data[at]!);
  expect(difference / exact.data.length).toBeLessThan(4);
});

test("a logo keeps its colours, and what is clear around it", async () => {
  const stored = await formsOf(disc(480, 120), PICTURES.logo);
  const [exact, light] = [readPng(stored.png), await readWebp(stored.webp)];
  for (let at = 0; at < exact.data.length; at += 4) {
    expect(light.data[at + 3]).toBe(exact.data[at + 3]);
    if (exact.data[at + 3]! > 0)
      expect([...light.data.subarray(at, at + 3)]).toEqual([...exact.data.subarray(at, at + 3)]);
  }
  expect(stored.webp.length).toBeLessThan(1_000);
});

test("a photograph that is cut out stays so, and is light", async () => {
  const { data } = readPng((await pictures.convert(photograph(), PICTURES["add-on"]))!.png);
  const [width, height] = [288, data.length / 4 / 288];
  for (let at = 0; at < data.length; at += 4) if ((at / 4) % width < 100) data[at + 3] = 0;
  const cut = encode({ width, height, data, channels: 4, depth: 8 });
  const { webp: light } = await formsOf(cut, PICTURES["add-on"]);
  const shown = await readWebp(light);
  expect([shown.data[3], shown.data[150 * 4 + 3]]).toEqual([0, 255]);
  expect(light.length).toBeLessThanOrEqual(width * height * MOST_BYTES_PER_PIXEL);
});

test("a picture of a camera that was turned stands upright", async () => {
  const stored = await formsOf(turned(jpeg()), PICTURES.background);
  expect(readPng(stored.png)).toMatchObject({ width: 64, height: 96 });
  expect(imageHeader(stored.webp)).toMatchObject({ width: 64, height: 96 });
});

test("it has the size of its place", async () => {
  expect(await made(png(900, 500))).toMatchObject({ width: 400, height: 400 });
  expect(await made(png(2000, 500), "background")).toMatchObject({ width: 1600, height: 400 });
  expect(await made(png(1920, 1200), "thumbnail")).toMatchObject({ width: 1280, height: 720 });
  expect(await made(png(90, 50)), "nothing is made larger").toMatchObject({ width: 50, height: 50 });
});

test.each([
  [1, 1],
  [64, 64],
  [150, 150],
  [200, 100],
  [250, 120],
  [300, 300],
  [333, 777],
  [1023, 511],
])("a PNG of %i by %i is converted", async (width, height) => {
  expect(await pictures.convert(png(width, height), PICTURES.background)).not.toBeNull();
});

test("the largest picture allowed is converted, and one pixel more is not", async () => {
  const width = MAX_PIXELS / 2000;
  expect(await made(png(width, 2000), "thumbnail")).toMatchObject({ width: 1280, height: 720 });
  expect(await made(claiming(png(10, 10), width, 2001))).toBeNull();
});

test("what a header promises has to be there", async () => {
  expect(await made(claiming(png(10, 10), 20, 20))).toBeNull();
  expect(await made(claiming(png(20, 20), 10, 10))).toBeNull();
  expect(await made(png(10, 10).subarray(0, 60))).toBeNull();
  expect(await made(jpeg().subarray(0, 200))).toBeNull();
  expect(await made(jpeg().subarray(0, -100)), "of which half is there").toBeNull();
  expect(await made(webp().subarray(0, 40))).toBeNull();
  expect(await made(jpeg()), "what was malformed left nothing behind").not.toBeNull();
  expect(await made(webp())).not.toBeNull();
});

test("a colour that is not in the palette makes no picture", async () => {
  // The picture has 10 by 10 pixels. Each pixel is one byte: the place of a colour in the palette.
  const head = Uint8Array.from(png(10, 10).subarray(16, 29));
  head[9] = 3;
  const painted = (place: number) =>
    concat(
      png(10, 10).subarray(0, 8),
      chunk("IHDR", head),
      chunk("PLTE", Uint8Array.from([200, 100, 50])),
      chunk("IDAT", deflateSync(Uint8Array.from({ length: 110 }, (_, at) => (at % 11 === 0 ? 0 : place)))),
      chunk("IEND", new Uint8Array(0)),
    );
  expect([...(await made(painted(0)))!.data.subarray(0, 4)]).toEqual([200, 100, 50, 255]);
  expect(await made(painted(1))).toBeNull();
});

test("a second header does not change the size that was checked", async () => {
  const file = png(20, 5);
  const first = png(10, 10).subarray(8, 33);
  expect(await made(concat(file.subarray(0, 8), first, file.subarray(8)))).toBeNull();
});

test("a wrong check sum makes no picture", async () => {
  for (const at of [29, -1]) {
    const file = png(10, 10);
    file[at < 0 ? file.length + at : at]! ^= 1;
    expect(await made(file)).toBeNull();
  }
});

test("a bomb inside a small picture is not inflated", async () => {
  const file = png(10, 10);
  const bomb = deflateSync(new Uint8Array(60_000_000));
  const [head, end] = [file.subarray(0, 33), file.subarray(-12)];
  expect(await made(concat(head, chunk("IDAT", bomb), end))).toBeNull();
  // A chunk that is not drawn is left out of the stored picture.
  const note = concat(new TextEncoder().encode("note\0\0"), bomb);
  const noted = concat(head, chunk("zTXt", note), file.subarray(33));
  expect(plainPng(noted)!.png).toEqual(file);
  expect(await made(noted)).toMatchObject({ width: 10 });
});
