import { expect, type Page } from "@playwright/test";
import { newId, type Portal, test } from "./support.ts";

const LENGTH = 60;
const RATE = 8000;

/** A minute of a low hum in a small file that every browser can play. */
function sound(): Uint8Array {
  const file = Buffer.alloc(44 + LENGTH * RATE, 128);
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  // Uncompressed, one channel, one byte per sample.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(LENGTH * RATE, 40);
  for (let sample = 44; sample < file.length; sample++) file[sample] = 128 + 20 * Math.sin(sample / 20);
  // The result is not a Buffer, because it is handed to another process.
  return new Uint8Array(file);
}

/** A new category with two videos. The first one has chapters and can be played. */
async function library(portal: Portal, source = "file", sourceId?: string) {
  const name = newId().slice(0, 8);
  const key = `videos/${name}.mp4`;
  await portal.store(key, sound(), "video/mp4");
  await portal.query(
    "INSERT INTO categories (id, title, position) VALUES (?, ?, 500)",
    name,
    `Subject ${name}`,
  );
  for (const [index, title] of [`Harbours ${name}`, `Islands ${name}`].entries()) {
    const id = `${name}-${index}`;
    await portal.query(
      `INSERT INTO recordings (id, title, description, access, source, source_id, length_seconds, chapters, published_at, version, created_at)
        VALUES (?, ?, 'About the sea.', 'premium', ?, ?, ?, ?, ?, 1, 0)`,
      ...[id, title, source, sourceId ?? key, LENGTH],
      ...['[{"at":0,"title":"Beginnings"},{"at":20,"title":"Open water"}]', Date.now()],
    );
    await portal.query("INSERT INTO recording_categories VALUES (?, ?, ?)", name, id, index);
    for (const word of title.toLowerCase().split(" "))
      await portal.query("INSERT INTO recording_words VALUES (?, ?)", word, id);
  }
  return { name, first: `/plus/video/${name}-0` };
}

const subscribed = async (page: Page, portal: Portal) =>
  portal.signIn(page.context(), await portal.accountLike("subscriber"));

const placeOf = async (portal: Portal, uid: string) =>
  (await portal.query<{ seconds: number }>("SELECT seconds FROM watching WHERE uid = ?", uid))[0]?.seconds;

test("a subscriber finds a lecture, plays it, leaves and goes on where they were", async ({
  page,
  portal,
}) => {
  const { name } = await library(portal);
  const { uid } = await subscribed(page, portal);
  const second = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);

  await page.goto("/plus");
  await page.getByRole("searchbox").fill(`harb ${name}`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: new RegExp(`Harbours ${name}`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Harbours ${name}` })).toBeVisible();

  await page.getByRole("link", { name: "Open water" }).click();
  await expect.poll(second).toBeGreaterThan(21);
  await expect(page.getByRole("link", { name: "Open water" })).toHaveAttribute("aria-current", "true");
  // The subscriber leaves in the middle of the video.
  await page.getByRole("link", { name: new RegExp(`Islands ${name}`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Islands ${name}` })).toBeVisible();
  await expect.poll(() => placeOf(portal, uid)).toBeGreaterThanOrEqual(21);
  const place = (await placeOf(portal, uid))!;

  await page.goto("/plus");
  await expect(page.getByText("Continue watching")).toBeVisible();
  await page.getByRole("link", { name: `Continue at 0:${place}` }).click();
  await page.getByRole("link", { name: `Continue at 0:${place}` }).click();
  await expect.poll(second).toBeGreaterThan(place + 1);
  // The test waits for the answer, because a query of the test could disturb the portal while the portal writes to the
  // database.
  const told = page.waitForResponse((response) => response.request().method() === "POST");
  await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
  await told;
  await expect.poll(() => placeOf(portal, uid)).toBeGreaterThan(place);

  await page.getByRole("link", { name: "From the start" }).click();
  await expect.poll(second).toBeLessThan(place);
  await page.getByRole("link", { name: "Open water" }).click();
  await expect.poll(second).toBeGreaterThan(21);
  // The answer takes a while, and the video goes on playing. When the page is left, it reports a position once more.
  // This report must not replace “Watched”.
  await page.route(
    (url) => url.pathname === new URL(page.url()).pathname,
    async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.fulfill({ response });
    },
  );
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await expect(page.getByText("Watched", { exact: true })).toBeVisible();
  await page.goto("/plus");
  await expect(page.getByText("Continue watching")).toBeHidden();
  expect(await placeOf(portal, uid)).toBe(LENGTH);
});

test("a player gets the parts that it asks for", async ({ page, portal }) => {
  const { first } = await library(portal);
  await subscribed(page, portal);
  const parts: (string | undefined)[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/file")) parts.push(response.headers()["content-range"]);
  });
  await page.goto(`${first}?t=40`);
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((video: HTMLVideoElement) => Math.floor(video.currentTime)))
    .toBe(40);
  expect(await video.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(LENGTH);
  expect(parts[0]).toMatch(/^bytes 0-/);
});

test("a public video service is not contacted before somebody presses play", async ({ page, portal }) => {
  const { first } = await library(portal, "youtube", "abcdefghijk");
  await subscribed(page, portal);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).hostname));
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>The player</h1>" }),
  );
  await page.goto(first);
  const play = page.getByRole("link", { name: /from YouTube/ });
  await expect(play).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(["127.0.0.1"]));
  await play.click();
  await expect(page.frameLocator("iframe").getByText("The player")).toBeVisible();
  // There is a link in case the frame stays empty.
  const there = page.getByRole("link", { name: "watch it at YouTube" });
  await expect(there).toHaveAttribute("href", "https://www.youtube.com/watch?v=abcdefghijk");
});

test("without JavaScript it is searched, opened, started at a chapter and marked as watched", async ({
  browser,
  baseURL,
  portal,
}) => {
  const { name } = await library(portal);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { uid } = await subscribed(page, portal);
  await page.goto("/plus/lectures");
  await page.getByLabel("Search", { exact: true }).fill(`harbours ${name}`);
  await page.getByLabel("Category").selectOption({ label: `Subject ${name}` });
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("link", { name: new RegExp(`Harbours ${name}`) }).click();
  await page.getByRole("link", { name: "Open water" }).click();
  await expect(page.locator("video")).toHaveAttribute("src", /\/file#t=20$/);
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await expect(page.getByText("Watched", { exact: true })).toBeVisible();
  expect(await placeOf(portal, uid)).toBe(LENGTH);
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByRole("button", { name: "Mark as watched" })).toBeVisible();
  expect(await placeOf(portal, uid)).toBe(0);
  await context.close();
});
