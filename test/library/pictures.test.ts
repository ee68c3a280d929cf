import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { PICTURES, plainPng } from "~/library/images.ts";
import { pictures } from "~/library/picture-decoder.server.ts";
import { MAX_PIXELS } from "~/library/picture-limits.ts";
import { chunk, claiming, jpeg, png, readPng, webp } from "../support/images.ts";

const made = async (bytes: Uint8Array, shape: keyof typeof PICTURES = "profile") => {
  const stored = await pictures.convert(bytes, PICTURES[shape]);
  return stored && readPng(stored);
};

const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

test("a picture of each kind becomes a PNG", async () => {
  for (const bytes of [jpeg(), webp(), png(96, 64)]) {
    const stored = await made(bytes, "background");
    expect(stored).toMatchObject({ width: 96, height: 64, depth: 8, channels: 4 });
  }
  const same = [await made(jpeg()), await made(webp())];
  // Both were made from one picture: they differ by what compressing lost.
  const [one, other] = same.map((stored) => stored!.data);
  let difference = 0;
  for (let index = 0; index < one!.length; index += 1) difference += Math.abs(one![index]! - other![index]!);
  expect(difference / one!.length).toBeLessThan(16);
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
  // 10 by 10 pixels of one byte, each the place of a colour.
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
  // A chunk that is not drawn is left out.
  const note = concat(new TextEncoder().encode("note\0\0"), bomb);
  const noted = concat(head, chunk("zTXt", note), file.subarray(33));
  expect(plainPng(noted)!.png).toEqual(file);
  expect(await made(noted)).toMatchObject({ width: 10 });
});
