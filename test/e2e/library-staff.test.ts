import { expect, type Page } from "@playwright/test";
import { landscape, silhouette } from "../../db/seed/demo-pictures.ts";
import { demoAccount, newId, type Portal, test } from "./support.ts";

const RED = [
  [60, 10, 20],
  [250, 220, 200],
] as const;

const picture = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(bytes),
});

/** Makes a speaker and a video with pictures, and moves both to another place in their lists. */
async function fillLibrary(page: Page, portal: Portal) {
  await portal.signIn(page.context(), demoAccount("director"));
  const mark = newId().slice(0, 6);
  const name = `Mirza ${mark}`;
  const title = `Bridges ${mark}`;

  await page.goto("/staff/speakers");
  await page.getByRole("link", { name: "Add a speaker" }).click();
  await page.getByRole("button", { name: "Add speaker" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Organisation").fill("Hill Roads");
  await page.getByRole("button", { name: "Add speaker" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  const profile = page.locator("section", { has: page.getByRole("heading", { name: "Profile picture" }) });
  await profile
    .locator("input[type=file]")
    .setInputFiles(picture("page.png", new TextEncoder().encode("<html>")));
  await profile.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Unexpected error parsing file type").first()).toBeVisible();
  await profile.locator("input[type=file]").setInputFiles(picture("face.png", silhouette(500, RED, 3)));
  await profile.getByRole("button", { name: "Upload" }).click();
  const stored = page.getByRole("img", { name: "Profile picture, as stored" });
  await expect(stored).toBeVisible();
  // The picture is drawn 8 rem (128 pixels) wide, from a file that is 200 pixels wide.
  await expect(stored).toHaveJSProperty("naturalWidth", 128);
  expect(await stored.evaluate((image) => (image as HTMLImageElement).currentSrc)).toMatch(/\?width=200$/);

  await page.goto("/staff/videos");
  await page.getByRole("link", { name: "Add a video" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel(name).check();
  await page.getByLabel("Climate and energy").check();
  await page.getByLabel("Key, id or address").fill("videos/demo.webm");
  await page.getByLabel("Length").fill("2:00");
  await page.getByLabel("Chapters").fill("0:00 Start\n9:00 Too late");
  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Add video" }).click();
  await expect(
    page.getByText("Line 2: this chapter begins after the video has ended.").first(),
  ).toBeVisible();
  await expect(page.getByLabel(name)).toBeChecked();
  await page.getByLabel("Chapters").fill("0:00 Start\n1:00 Middle");
  await page.getByRole("button", { name: "Add video" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(picture("thumb.png", landscape(1600, 900, RED, 2)));
  await page.getByRole("button", { name: "Upload thumbnail" }).click();
  await expect(page.getByRole("img", { name: "Thumbnail, as stored" })).toBeVisible();

  await page.goto("/staff/sorting?category=climate-and-energy");
  const videos = page.getByRole("list", { name: "Videos of Climate and energy" }).getByRole("listitem");
  await expect(videos.last()).toContainText(title);
  const place = (await videos.count()) - 1;
  await page.getByRole("button", { name: `Move ${title} up` }).click();
  await expect(videos.nth(place - 1)).toContainText(title);
  return { name, title, videos, place: place - 1 };
}

test("a director adds a speaker and a video with pictures, and sorts them", async ({ page, portal }) => {
  // The window is so tall that nothing scrolls between pressing the mouse and moving it.
  await page.setViewportSize({ width: 1280, height: 2400 });
  const { title, videos, place } = await fillLibrary(page, portal);
  const ready = () => expect(page.locator("sortable-list.ready").first()).toBeAttached();

  await ready();
  const told = page.waitForEvent("load");
  await videos.nth(place).dragTo(videos.first(), { targetPosition: { x: 20, y: 4 } });
  await told;
  await expect(videos.first()).toContainText(title);

  await ready();
  await page.getByRole("button", { name: `Move ${title} down` }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(videos.nth(1)).toContainText(title);
});

test("another form of the page asks before it discards what was typed about a speaker", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), demoAccount("director"));
  const [speaker] = await portal.query<{ id: string }>("SELECT id FROM speakers ORDER BY name LIMIT 1");
  await page.goto(`/staff/speakers/${speaker!.id}`);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  const biography = page.getByLabel("Biography");
  await biography.fill("Typed and not saved.");
  await page.getByRole("link", { name: "All speakers" }).click();
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  const profile = page.locator("section", { has: page.getByRole("heading", { name: "Profile picture" }) });
  await profile.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => asked.length).toBe(2);
  await expect(biography).toHaveValue("Typed and not saved.");

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "All speakers" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Speakers" })).toBeVisible();
  expect(asked).toHaveLength(2);
});

test("and so without scripts", async ({ browser, portal }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await fillLibrary(await context.newPage(), portal);
  await context.close();
});
