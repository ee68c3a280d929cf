import { expect, test } from "vitest";
import { inWidth, PICTURES, type PictureName, type PictureShape, sourceSet, widthAsked } from "./pictures.ts";

const FACE = "/media/speakers/abc/profile-0123456789abcdef.png";
const VIDEO = "/media/videos/abc/thumbnail-0123456789abcdef.png";

test("a browser chooses among the widths of a kind, up to those that a page needs", () => {
  expect(sourceSet(FACE)).toBe(`${FACE}?width=200 200w, ${FACE} 400w`);
  expect(sourceSet(VIDEO)).toBe(`${VIDEO}?width=360 360w, ${VIDEO}?width=640 640w, ${VIDEO} 1280w`);
  expect(sourceSet(VIDEO, 640)).toBe(`${VIDEO}?width=360 360w, ${VIDEO}?width=640 640w`);
});

test.each([
  "/add-ons/mug.svg",
  "/media/editions/aconf_2023/logo-0123456789abcdef.png",
  "https://elsewhere.example/media/videos/abc/thumbnail-1.png",
  "",
])("of %j there is one width", (address) => {
  expect(sourceSet(address)).toBeUndefined();
});

test("an address asks for a width of its kind, or for the whole picture", () => {
  const origin = "https://portal.example";
  expect(widthAsked(origin + inWidth(FACE, 200), "profile")).toBe(200);
  for (const query of ["", "?width=", "?width=0", "?width=360", "?width=-200", "?width=200x", "?w=200"])
    expect(widthAsked(origin + FACE + query, "profile"), query).toBeNull();
});

test("the narrower widths of a kind go up, and each is narrower than the picture", () => {
  for (const name of Object.keys(PICTURES) as PictureName[]) {
    const { width, narrower }: PictureShape = PICTURES[name];
    expect([...narrower, width], name).toEqual([...narrower, width].sort((one, other) => one - other));
    expect(new Set([...narrower, width]).size, name).toBe(narrower.length + 1);
  }
});
