import { describe, expect, test } from "vitest";
import { PICTURES } from "~/values/pictures.ts";
import { checkImage, framing, imageHeader, onlyImage, pictureAt, reduced } from "./images.ts";
import { libraryMessages } from "./messages.ts";
import { MAX_IMAGE_BYTES, MAX_PIXELS, MAX_SIDE } from "./picture-limits.ts";

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const be32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const be16 = (value: number) => [(value >> 8) & 255, value & 255];
const le24 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255];
const bytes = (...parts: number[][]) => Uint8Array.from(parts.flat());

const png = (width: number, height: number) =>
  bytes(
    [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a, 0, 0, 0, 13],
    ascii("IHDR"),
    be32(width),
    be32(height),
    [8, 6, 0, 0, 0, 0, 0, 0, 0],
  );
const jpeg = (width: number, height: number, frame = 0xc0) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4],
    [0xff, 0xff, frame, 0, 17, 8],
    be16(height),
    be16(width),
    [3, 0, 0],
  );
const webp = (kind: string, body: number[]) =>
  bytes(ascii("RIFF"), [0, 0, 0, 0], ascii("WEBP"), ascii(kind), [0, 0, 0, 0], body, Array(12).fill(0));

describe("kind and size of a picture", () => {
  test.each([
    ["PNG", png(640, 480), { kind: "png", width: 640, height: 480 }],
    ["JPEG", jpeg(640, 480), { kind: "jpeg", width: 640, height: 480 }],
    ["JPEG, progressive", jpeg(1, 65535, 0xc2), { kind: "jpeg", width: 1, height: 65535 }],
    [
      "WebP, lossy",
      webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01]),
      { kind: "webp", width: 640, height: 480 },
    ],
    [
      "WebP, lossless",
      webp("VP8L", [0x2f, 0x7f, 0xc2, 0x77, 0x00]),
      { kind: "webp", width: 640, height: 480 },
    ],
    [
      "WebP, extended",
      webp("VP8X", [0, 0, 0, 0, ...le24(639), ...le24(479)]),
      { kind: "webp", width: 640, height: 480 },
    ],
  ])("%s", (_, file, header) => {
    expect(imageHeader(file)).toEqual(header);
  });

  test.each([
    ["nothing", bytes()],
    ["a GIF", bytes(ascii("GIF89a"), Array(60).fill(1))],
    ["an SVG", bytes(ascii('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'))],
    ["HTML", bytes(ascii("<!doctype html><script>alert(1)</script>"))],
    ["a PNG without a width", png(0, 10)],
    ["a PNG that ends at once", png(9, 9).subarray(0, 20)],
    ["a JPEG without a frame", bytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0, 0, 0, 0, 0])],
    ["a JPEG whose parts lead nowhere", bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ...[0x00, 0x01, 0xd0, 0xd8, 0xdc].map((marker): [string, Uint8Array] => [
      `a JPEG with marker ${marker} before its frame`,
      bytes([0xff, 0xd8, 0xff, marker, 0, 4, 1, 2], [...jpeg(9, 9).subarray(2)]),
    ]),
    ["a sound in the same container", bytes(ascii("RIFF"), [0, 0, 0, 0], ascii("WAVE"), Array(40).fill(0))],
  ])("%s is none", (_, file) => {
    expect(checkImage(file)).toEqual({ allowed: false, reason: libraryMessages.unexpectedFileType });
  });

  test("as large as it may be, and no larger", () => {
    const width = MAX_PIXELS / MAX_SIDE;
    expect(checkImage(png(Math.floor(width), MAX_SIDE))).toMatchObject({ allowed: true });
    for (const file of [
      png(Math.ceil(width) + 1, MAX_SIDE),
      png(1, MAX_SIDE + 1),
      png(20_000, 20_000),
      jpeg(20_000, 20_000),
      webp("VP8X", [0, 0, 0, 0, ...le24(19_999), ...le24(19_999)]),
    ])
      expect(checkImage(file)).toEqual({ allowed: false, reason: libraryMessages.images.tooManyPixels });
    const heavy = new Uint8Array(MAX_IMAGE_BYTES + 1);
    heavy.set(png(10, 10));
    expect(checkImage(heavy)).toEqual({ allowed: false, reason: libraryMessages.images.tooLarge });
    expect(checkImage(heavy.subarray(1 - 1, MAX_IMAGE_BYTES))).toMatchObject({ allowed: true });
  });
});

test("exactly one file", () => {
  const file = new File(["x"], "a.png");
  const empty = new File([], "");
  expect(onlyImage([file])).toEqual({ allowed: true, file });
  expect(onlyImage([file, empty]), "a field left empty").toEqual({ allowed: true, file });
  for (const chosen of [[], [empty], [file, file], ["a.png"]])
    expect(onlyImage(chosen)).toEqual({ allowed: false, reason: "Must be only one image" });
});

test("the part that is shown", () => {
  expect(framing({ width: 1000, height: 500 }, PICTURES.profile)).toEqual({
    left: 250,
    top: 0,
    width: 500,
    height: 500,
    toWidth: 400,
    toHeight: 400,
  });
  expect(framing({ width: 1000, height: 3000 }, PICTURES.thumbnail)).toMatchObject({
    left: 0,
    width: 1000,
    height: 563,
    toWidth: 1000,
    toHeight: 563,
  });
  expect(framing({ width: 3200, height: 100 }, PICTURES.background)).toMatchObject({
    toWidth: 1600,
    toHeight: 50,
  });
  expect(framing({ width: 6000, height: 1 }, PICTURES.background)).toMatchObject({ toHeight: 1 });
  expect(framing({ width: 1, height: 6000 }, PICTURES.profile)).toMatchObject({ width: 1, height: 1 });
});

test("a smaller picture has the mean of what it shows, and clear pixels have no say in the colour", () => {
  const data = Uint8Array.from([200, 0, 0, 255, 100, 0, 0, 255, 0, 0, 0, 0, 40, 80, 120, 255]);
  const shape = { width: 2, height: 2, fit: "cover" } as const;
  expect(reduced({ width: 2, height: 2, data }, shape).data).toEqual(data);
  const one = reduced({ width: 2, height: 2, data }, { ...shape, width: 1, height: 1 });
  expect([...one.data]).toEqual([113, 27, 40, 191]);
});

test("only the paths of pictures lead to a file", () => {
  const hash = "0123456789abcdef";
  for (const [folder, name] of [
    ["speakers/abc", "profile"],
    ["speakers/abc", "background"],
    ["videos/abc", "thumbnail"],
    ["editions/aconf_2023", "logo"],
    ["editions/aconf_2023", "add-on"],
  ]) {
    const path = `${folder}/${name}-${hash}.png`;
    expect(pictureAt(path)).toEqual({ key: `assets/${path}`, name });
  }
  for (const path of [
    "",
    "speakers/abc/profile.png",
    `speakers/abc/thumbnail-${hash}.png`,
    `videos/abc/profile-${hash}.png`,
    `speakers/../videos/thumbnail-${hash}.png`,
    `../aconf_2023/profile-${hash}.png`,
    `speakers/abc/profile-${hash}.png/`,
    `speakers/abc/profile-${hash}.pngx`,
    `speakers/abc/profile-${hash.toUpperCase()}.png`,
    `/speakers/abc/profile-${hash}.png`,
    `speakers/a%2fb/profile-${hash}.png`,
    `speakers/abc/profile-${hash}.png\n`,
    `speakers/abc/profile-${hash}-200.webp`,
    "videos/demo.webm",
  ])
    expect(pictureAt(path), path).toBeNull();
});
