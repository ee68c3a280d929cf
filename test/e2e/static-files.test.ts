import { expect } from "@playwright/test";
import { test } from "./support.ts";

// Static files are answered before the Worker runs. Their headers come from public/_headers.

test("hashed files are kept for good, every static file is read as what it is", async ({ request }) => {
  const page = await (await request.get("/")).text();
  const [asset] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  for (const [path, caching] of [
    [asset!, "public, max-age=31536000, immutable"],
    ["/favicon.svg", "public, max-age=0, must-revalidate"],
    ["/add-ons/mug.svg", "public, max-age=0, must-revalidate"],
    ["/robots.txt", "public, max-age=0, must-revalidate"],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers(), path).toMatchObject({
      "cache-control": caching,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
  }
  const picture = await request.get("/drawings/campus.png");
  expect(picture.headers()).toMatchObject({
    "content-type": "image/png",
    // Mail programs show the picture on pages of other origins.
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=86400",
  });
  const missing = await request.get("/assets/none.js");
  expect([missing.status(), missing.headers()["cache-control"]]).toEqual([404, "private, no-store"]);
  expect((await request.get("/_headers")).status()).toBe(404);
});
