// Compares two pictures in the browser that took them, so that no image library is needed.

/**
 * If no channel (0 to 255) of a pixel differs by more than this, the pixel still looks the same. This is needed because
 * the edges of letters are not always drawn alike.
 */
const FAINT = 16;
/** If at most this many pixels differ, the difference is an accident of drawing. Even a full stop has more pixels. */
const FEW = 3;

/**
 * @param page any page of a browser; it is not changed.
 * @param before a PNG, as a buffer; `after` is also a PNG.
 * @returns null if the pictures look the same. Otherwise the number of pixels that differ, and a PNG (a buffer) that
 *   shows where: the later picture, faded, with the differences in red and a frame around them.
 */
export async function difference(page, before, after) {
  const pictures = [before, after].map((png) => png.toString("base64"));
  const found = await page.evaluate(compareInPage, { pictures, faint: FAINT });
  return found.pixels > FEW ? { ...found, picture: Buffer.from(found.picture, "base64") } : null;
}

/** Runs in the page, so it can use nothing else of this module. */
async function compareInPage({ pictures, faint }) {
  const images = await Promise.all(
    pictures.map(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      return createImageBitmap(new Blob([bytes], { type: "image/png" }));
    }),
  );
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const draw = (image) => {
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context;
  };
  const [old, now] = images.map((image) => draw(image).getImageData(0, 0, width, height).data);

  const shown = draw(images[1]);
  shown.fillStyle = "rgb(255 255 255 / 75%)";
  shown.fillRect(0, 0, width, height);
  const marked = shown.getImageData(0, 0, width, height);
  let pixels = 0;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < old.length; at += 4) {
    let most = 0;
    // A picture is transparent outside its own size.
    for (let channel = at; channel < at + 4; channel += 1)
      most = Math.max(most, Math.abs(old[channel] - now[channel]));
    if (most <= faint) continue;
    pixels += 1;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    marked.data.set([220, 0, 60, 255], at);
  }
  if (pixels === 0) return { pixels, picture: "" };
  shown.putImageData(marked, 0, 0);
  shown.strokeStyle = "rgb(0 90 220)";
  shown.lineWidth = 2;
  shown.strokeRect(left - 3, top - 3, right - left + 7, bottom - top + 7);
  const blob = await shown.canvas.convertToBlob({ type: "image/png" });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return { pixels, picture: btoa(letters) };
}
