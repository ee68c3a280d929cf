import { decode } from "fast-png";
import { expect, test } from "vitest";
import robots from "../../public/robots.txt?raw";
import { Browser, ORIGIN, signedIn } from "../support/browser.ts";
import { run } from "../support/storage.ts";

const PUBLIC = ["/", "/help", "/history", "/developers", "/plus/subscribe"];

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test.each(PUBLIC)("%s tells strangers what it is, where, and with which picture", async (path) => {
  const { status, html } = await new Browser().open(`${path}?form=create`);
  expect(status).toBe(200);
  const title = /<title>(.*?)<\/title>/.exec(html)![1];
  expect(html).toContain('<html lang="en"');
  expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
  expect(contentOf(html, "description")!.length).toBeGreaterThan(50);
  expect(contentOf(html, "og:title")).toBe(title);
  expect(contentOf(html, "og:description")).toBe(contentOf(html, "description"));
  expect(contentOf(html, "og:url")).toBe(ORIGIN + path);
  expect(contentOf(html, "og:image")).toBe(`${ORIGIN}/share.png?420b1b`);
});

test("robots.txt leaves none of these out", () => {
  const leftOut = Array.from(robots.matchAll(/^Disallow: (.+)$/gm), ([, path]) => path!);
  expect(leftOut).toContain("/admin");
  expect(PUBLIC.filter((page) => leftOut.some((path) => page.startsWith(path)))).toEqual([]);
});

test.each(PUBLIC)("%s tells somebody who is signed in no more than what it is about", async (path) => {
  const { html } = await (await signedIn("goldplus")).open(path);
  expect(contentOf(html, "description")).toBeTruthy();
  expect(html).not.toContain("canonical");
  expect(html).not.toContain('"og:');
});

test("what is refused or found nowhere has no address of its own", async () => {
  for (const path of ["/no/such/page", "/application"]) {
    const { html } = await new Browser().open(path);
    expect(html).not.toContain("canonical");
  }
});

test("the picture is drawn in the accent of the edition, and another one has another address", async () => {
  const drawn = async () => {
    const answer = await new Browser().get("/share.png");
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(30_000);
    const { width, height, data, palette } = decode(bytes);
    expect([width, height]).toEqual([1200, 630]);
    const colourAt = (x: number, y: number) => palette![data[y * width + x]!]!.slice(0, 3);
    return { corner: colourAt(0, 0), sun: colourAt(600, 600), arc: colourAt(600, 630 - 310) };
  };
  expect(await drawn()).toMatchObject({ corner: [0x42, 0x0b, 0x1b], sun: [0xff, 0xc0, 0x6a] });
  await run("UPDATE settings SET value = '#1f558c' WHERE key = 'accent'");
  const blue = await drawn();
  expect(blue.corner[2]).toBeGreaterThan(blue.corner[0]!);
  expect(blue.arc).not.toEqual(blue.corner);
  const { html } = await new Browser().open("/");
  expect(contentOf(html, "og:image")).not.toContain("420b1b");
  expect(contentOf(html, "theme-color")).toMatch(/^#[0-9a-f]{6}$/);
});
