/**
 * The size and shape to which an upload is converted: `cover` crops it to width by height, `inside` only reduces it.
 * Browsers may also request it in the widths of `narrower`, in pixels.
 */
export type PictureShape = {
  width: number;
  height: number;
  fit: "cover" | "inside";
  narrower: readonly number[];
};

/**
 * The kinds of pictures that staff upload. A phone that is 390 pixels wide shows a video 358 or 248 pixels wide, and a
 * portrait at most 112 pixels wide. A logo is a drawing of a few kilobytes; it is on every page and is printed on
 * invoices.
 */
export const PICTURES = {
  profile: { width: 400, height: 400, fit: "cover", narrower: [200] },
  background: { width: 1600, height: 1600, fit: "inside", narrower: [800] },
  thumbnail: { width: 1280, height: 720, fit: "cover", narrower: [360, 640] },
  logo: { width: 480, height: 120, fit: "inside", narrower: [] },
  "add-on": { width: 288, height: 288, fit: "inside", narrower: [144] },
} as const satisfies Record<string, PictureShape>;

export type PictureName = keyof typeof PICTURES;

/**
 * The address of a picture in one of the widths of its kind. If the picture was never that wide, the address returns
 * the nearest width.
 */
export const inWidth = (address: string, width: number): string => `${address}?width=${width}`;

/** The width in pixels that the query of an address names; null if it names none of the kind's `narrower` widths. */
export function widthAsked(address: string, name: PictureName): number | null {
  const asked = Number(new URL(address).searchParams.get("width"));
  const { narrower }: PictureShape = PICTURES[name];
  return narrower.includes(asked) ? asked : null;
}

const ADDRESS = new RegExp(`^/media/.+/(${Object.keys(PICTURES).join("|")})-[^/]+$`);

/**
 * The widths of a picture for `srcset`, up to `upTo` pixels; undefined if there is only one width, as for the drawings
 * that come with the portal.
 */
export function sourceSet(address: string, upTo = Infinity): string | undefined {
  const name = ADDRESS.exec(address)?.[1] as PictureName | undefined;
  if (!name) return undefined;
  const { width: full, narrower }: PictureShape = PICTURES[name];
  if (narrower.length === 0) return undefined;
  return [
    ...narrower.filter((width) => width <= upTo).map((width) => `${inWidth(address, width)} ${width}w`),
    ...(full <= upTo ? [`${address} ${full}w`] : []),
  ].join(", ");
}
