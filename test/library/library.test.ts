import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accessMessages } from "~/access/messages.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { libraryMessages } from "~/library/messages.ts";
import { r2FileStore } from "~/platform/ports/file-store.server.ts";
import { searchWordsOf } from "~/values/search.ts";
import { Browser, signedIn, signedInAs } from "../support/browser.ts";
import { delegate } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

const SIZE = 100_000;
/** The value of each byte depends on its position. */
const bytes = Uint8Array.from({ length: SIZE }, (_, index) => (index * 7 + (index >> 8)) % 256);

type Given = {
  title?: string;
  access?: "premium" | "open";
  source?: string;
  sourceId?: string;
  length?: number;
  chapters?: string;
  published?: number | null;
  categories?: [id: string, position: number][];
  speakers?: string[];
};

async function video(id: string, given: Given = {}) {
  const { title = `Title of ${id}`, access = "premium", source = "file", length = 1000 } = given;
  const { published = 1_000_000, categories = [], speakers = [] } = given;
  await run(
    `INSERT INTO recordings (id, title, description, access, source, source_id, length_seconds, chapters, published_at, version, created_at)
      VALUES (?, ?, 'What it is about.', ?, ?, ?, ?, ?, ?, 1, 0)`,
    ...[id, title, access, source, given.sourceId ?? KEY, length, given.chapters ?? "[]", published],
  );
  const names =
    speakers.length > 0
      ? await rows<{ name: string }>(
          "SELECT name FROM speakers WHERE id IN (SELECT value FROM json_each(?))",
          JSON.stringify(speakers),
        )
      : [];
  for (const word of searchWordsOf([title, ...names.map(({ name }) => name)].join(" ")))
    await run("INSERT INTO recording_words (word, recording_id) VALUES (?, ?)", word, id);
  for (const speaker of speakers)
    await run("INSERT INTO recording_speakers (recording_id, speaker_id) VALUES (?, ?)", id, speaker);
  for (const [category, position] of categories)
    await run(
      "INSERT INTO recording_categories (category_id, recording_id, position) VALUES (?, ?, ?)",
      category,
      id,
      position,
    );
}

const KEY = "videos/hidden-key.mp4";
const TITLE = "Zephyr over the harbour";

beforeAll(async () => {
  await env.FILES.put(KEY, bytes, { httpMetadata: { contentType: "video/mp4" } });
  await run(
    "INSERT INTO categories (id, title, position) VALUES ('winds', 'Winds', 900), ('tides', 'Tides', 901)",
  );
  await run(
    `INSERT INTO speakers (id, name, title, organisation, biography, profile_key, position, version, created_at)
      VALUES ('spk', 'Ōkubo Haruka', 'Captain', 'Harbour Office', 'Went to sea at nine.', 'assets/speakers/spk/profile-1.png', 900, 1, 0)`,
  );
  await video("premium", {
    title: TITLE,
    chapters: '[{"at":0,"title":"Casting off"},{"at":125,"title":"Open water"}]',
    categories: [
      ["winds", 1],
      ["tides", 5],
    ],
    speakers: ["spk"],
  });
  await video("second", {
    title: "Zephyr, continued",
    published: 1_000_001,
    categories: [
      ["winds", 2],
      ["tides", 4],
    ],
  });
  await video("third", { published: 1_000_002, categories: [["winds", 3]] });
  // This video is newer than all others, because the gate shows the newest videos.
  await video("open", { title: "Free breeze", access: "open", published: Date.now() });
  await video("hidden", {
    title: "Zephyr in the drawer",
    published: null,
    categories: [["winds", 2]],
    speakers: ["spk"],
  });
  await video("hidden-open", { access: "open", published: null });
  await video("lost", { sourceId: "videos/never-stored.mp4" });
  await video("tube", { access: "open", source: "youtube", sourceId: "abcdefghijk" });
  await video("streamed", { source: "stream", sourceId: "0123456789abcdef0123456789abcdef" });
});

const PAGES = [
  "/plus",
  "/plus/lectures",
  "/plus/lectures?search=zephyr",
  "/plus/category/winds",
  "/plus/category/nothing",
  "/plus/video/premium",
  "/plus/video/streamed",
  "/plus/video/hidden",
  "/plus/video/unknown",
  "/plus/speaker/spk",
  "/plus/nowhere",
];
const OUTSIDE = [null, "new", "goldplus", "reviewer", "director"] as const;
const SECRETS = [KEY, "hidden-key", "premium/file", "0123456789abcdef", "cloudflarestream"];

const browserOf = (role: string | null) => (role ? signedIn(role) : Promise.resolve(new Browser()));
const ONLY_FOR_PURCHASERS = accessMessages.onlyForPurchasers("HPAIR+");

describe("the gate", () => {
  test.each(OUTSIDE)("%s reads why it is closed, what is inside, and how to get in", async (role) => {
    const browser = await browserOf(role);
    await changingNothing(
      async () => {
        for (const path of PAGES) {
          const page = await browser.open(path);
          expect(page.status, path).toBe(role ? 403 : 401);
          const message = role ? ONLY_FOR_PURCHASERS : accountMessages.notLoggedIn;
          const main = page.text.slice(page.text.indexOf(message));
          // The notice is the first thing on the page.
          expect(page.html.replace(/[\s\S]*<main[^>]*>/, ""), path).toMatch(/^<div class="notice"[^>]*><p>/);
          expect(page.html, path).toContain(`<p>${message}</p>`);
          expect(main, path).toContain("Winds");
          expect(main, path).toMatch(/\d+ lectures/);
          expect(page.html, path).toContain('href="/plus/subscribe"');
          expect(page.html, path).toContain('src="/plus/video/open/file"');
          expect(page.has("Log in"), path).toBe(role === null);
          for (const secret of SECRETS) expect(page.html, `${path} ${secret}`).not.toContain(secret);
          expect(page.html).not.toContain("drawer");
          expect(page.html).not.toContain("Went to sea");
        }
      },
      { but: ["sessions"] },
    );
  });

  test.each(OUTSIDE)("%s gets the file by no direct link, whole or in part", async (role) => {
    const browser = await browserOf(role);
    for (const id of ["premium", "second", "hidden", "hidden-open", "lost", "unknown", "streamed"]) {
      const ways: Record<string, string>[] = [
        {},
        { Range: "bytes=0-9" },
        { Range: "bytes=-1", Accept: "*/*" },
      ];
      for (const headers of ways) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await browser.get(`/plus/video/${id}/file`, { method, headers });
          expect(answer.status, `${method} ${id}`).toBe(role ? 403 : 401);
          expect(answer.headers.get("Content-Range")).toBeNull();
          expect(answer.headers.get("ETag")).toBeNull();
          expect((await answer.arrayBuffer()).byteLength).toBeLessThan(1000);
        }
      }
    }
  });

  test("the footer leads subscribers inside, and others to the page that all may read", async () => {
    const footer = async (browser: Browser) =>
      /<footer.*<\/footer>/s.exec((await browser.open("/developers")).html)![0];
    expect(await footer(await signedIn("subscriber"))).toContain('href="/plus"');
    for (const browser of [await signedIn("signed"), new Browser()]) {
      expect(await footer(browser)).toContain('href="/plus/subscribe"');
      expect((await browser.get("/plus/subscribe")).status).toBe(200);
    }
  });

  test("once the subscription is over, nothing kept from before it opens anything", async () => {
    const { uid } = await delegate();
    await run("UPDATE users SET hpair_plus_subscription_id = 'S-1' WHERE uid = ?", uid);
    const browser = await signedInAs(uid);
    expect((await browser.get("/plus")).status).toBe(200);
    const { html } = await browser.open("/plus/video/premium");
    const address = /<video[^>]* src="([^"]+)"/.exec(html)![1]!;
    const file = await browser.get(address);
    expect(file.status).toBe(200);
    await file.body?.cancel();
    const etag = file.headers.get("ETag")!;
    const claimed = browser.cookies.get("role")!;
    await run("UPDATE users SET hpair_plus_subscription_id = NULL WHERE uid = ?", uid);
    const ways: Record<string, string>[] = [
      {},
      { Range: "bytes=50000-50099" },
      { Range: "bytes=50000-50099", "If-Range": etag },
      { "If-None-Match": etag },
    ];
    for (const path of ["/plus", "/plus/video/premium", address]) {
      for (const headers of ways) {
        for (const method of ["GET", "HEAD"]) {
          // The first answer takes the claim out of the cookie, so each request sends the earlier cookie.
          browser.cookies.set("role", claimed);
          const answer = await browser.get(path, { method, headers });
          expect(answer.status, `${method} ${path}`).toBe(403);
          expect(answer.headers.get("ETag")).toBeNull();
          const text = await answer.text();
          for (const secret of [...SECRETS, "What it is about"]) expect(text, path).not.toContain(secret);
        }
      }
    }
    browser.cookies.set("role", claimed);
    expect((await browser.post("/plus/video/premium/progress", { seconds: "50" })).status).toBe(403);
    expect((await new Browser().get(address)).status, "its address in other hands").toBe(401);
  });

  /** Does the work while only these recordings are published. */
  async function publishing(ids: string[], work: () => Promise<void>) {
    const before = JSON.stringify(await rows("SELECT id, published_at AS at FROM recordings"));
    await run(
      "UPDATE recordings SET published_at = iif(id IN (SELECT value FROM json_each(?)), 5, NULL)",
      JSON.stringify(ids),
    );
    try {
      await work();
    } finally {
      await run(
        "UPDATE recordings SET published_at = (SELECT value ->> 'at' FROM json_each(?) WHERE value ->> 'id' = recordings.id)",
        before,
      );
    }
  }

  test("at the gate only the open videos play, and unpublished ones are not counted", async () => {
    await video("streamed-open", { access: "open", source: "stream", published: null });
    await publishing(["premium", "open", "streamed-open"], async () => {
      const { html, text } = await new Browser().open("/plus");
      const played = [...html.matchAll(/\/plus\/video\/([\w-]+)\/file/g)].map(([, id]) => id);
      expect([...new Set(played)]).toEqual(["open"]);
      expect(text).toContain("3 lectures");
      for (const words of [TITLE, "Winds"]) expect(text).toContain(words);
      for (const words of ["drawer", "continued", "Climate and energy"]) expect(text).not.toContain(words);
    });
    await publishing(["premium"], async () => {
      const { html } = await new Browser().open("/plus");
      expect(html).not.toMatch(/\/plus\/video\/[\w-]+\/file/);
      expect(html).not.toContain("Free breeze");
    });
  });

  test("the dashboard has nothing that is not published, begun or not", async () => {
    const { uid } = await delegate();
    await run("UPDATE users SET hpair_plus_subscription_id = 'S-1' WHERE uid = ?", uid);
    const browser = await signedInAs(uid);
    for (const id of ["premium", "third"])
      await browser.post(`/plus/video/${id}/progress`, { seconds: "400" });
    await publishing(["second", "third"], async () => {
      const { html, text } = await browser.open("/plus");
      expect(new Set([...html.matchAll(/\/plus\/video\/(\w+)/g)].map(([, id]) => id))).toEqual(
        new Set(["second", "third"]),
      );
      expect(text).not.toContain("Climate and energy");
    });
    await publishing(["second"], async () => {
      expect((await browser.open("/plus")).text).not.toContain("Continue watching");
    });
  });

  test("an open video is for everybody, once it is published", async () => {
    const answer = await new Browser().get("/plus/video/open/file");
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    // The page of an open video is for subscribers only, like the page of every other video.
    expect((await new Browser().get("/plus/video/open")).status).toBe(401);
    expect((await new Browser().get("/plus/video/hidden-open/file")).status).toBe(401);
  });

  test.each(OUTSIDE)("%s cannot store a position in a video", async (role) => {
    const browser = await browserOf(role);
    await changingNothing(
      async () => {
        const told = await browser.post("/plus/video/premium/progress", { seconds: "50" });
        expect(told.status).toBe(role ? 403 : 401);
        const marked = await browser.post("/plus/video/premium", { intent: "watched" });
        expect(marked.status).toBe(role ? 403 : 401);
      },
      { but: ["sessions"] },
    );
  });
});

describe("the file", () => {
  const FILE = "/plus/video/premium/file";
  const ask = async (headers: Record<string, string> = {}, method = "GET") => {
    const answer = await (await signedIn("subscriber")).get(FILE, { method, headers });
    return { answer, body: new Uint8Array(await answer.arrayBuffer()) };
  };

  test("whole", async () => {
    const { answer, body } = await ask();
    expect(answer.status).toBe(200);
    expect(body).toEqual(bytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(SIZE),
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(JSON.stringify([...answer.headers])).not.toContain("hidden-key");
  });

  test.each([
    ["from the middle", "bytes=50000-50099", 50_000, 100],
    ["open-ended", "bytes=99990-", 99_990, 10],
    ["the end", "bytes=-500", SIZE - 500, 500],
    ["the first byte", "bytes=0-0", 0, 1],
    ["more than there is", "bytes=99000-2000000", 99_000, 1000],
    ["a longer end than there is", "bytes=-2000000", 0, SIZE],
  ])("%s", async (_, range, from, length) => {
    const { answer, body } = await ask({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("Content-Range")).toBe(`bytes ${from}-${from + length - 1}/${SIZE}`);
    expect(answer.headers.get("Content-Length")).toBe(String(length));
    expect(body).toEqual(bytes.slice(from, from + length));
  });

  test.each([
    "bytes=100000-",
    "bytes=200000-300000",
    "bytes=-0",
  ])("%s lies outside the file", async (range) => {
    const { answer, body } = await ask({ Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("Content-Range")).toBe(`bytes */${SIZE}`);
    expect(body).toHaveLength(0);
  });

  test.each([
    "bytes=0-9,20-29",
    "bytes=9-3",
    "seconds=1-2",
    "nonsense",
  ])("%s is answered with everything", async (range) => {
    const { answer, body } = await ask({ Range: range });
    expect(answer.status).toBe(200);
    expect(body).toHaveLength(SIZE);
  });

  test("a part is of the version one has the rest of, or all is sent", async () => {
    const etag = (await ask()).answer.headers.get("ETag")!;
    expect(etag).toMatch(/^"\w+"$/);
    expect((await ask({ Range: "bytes=5-9", "If-Range": etag })).answer.status).toBe(206);
    const changed = await ask({ Range: "bytes=5-9", "If-Range": '"another"' });
    expect(changed.answer.status).toBe(200);
    expect(changed.body).toHaveLength(SIZE);
    const known = await ask({ "If-None-Match": etag });
    expect(known.answer.status).toBe(304);
    expect(known.body).toHaveLength(0);
  });

  test("no part is served of a file that was replaced since it was described", async () => {
    const files = r2FileStore(env.FILES);
    await env.FILES.put("videos/replaced.mp4", bytes);
    const described = (await files.describe("videos/replaced.mp4"))!;
    await (await files.getPart(described, 5, 5))!.cancel();
    await env.FILES.put("videos/replaced.mp4", bytes.toReversed());
    expect(await files.getPart(described, 5, 5)).toBeNull();
  });

  test("its headers alone", async () => {
    const { answer, body } = await ask({ Range: "bytes=5-9" }, "HEAD");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Length")).toBe(String(SIZE));
    expect(body).toHaveLength(0);
  });

  test("what is unpublished, lost, elsewhere or unknown is not found", async () => {
    const browser = await signedIn("subscriber");
    for (const id of ["hidden", "hidden-open", "lost", "tube", "streamed", "unknown"])
      expect((await browser.get(`/plus/video/${id}/file`)).status, id).toBe(404);
  });

  test("what is no video by its type is nothing to show", async () => {
    await env.FILES.put("videos/page.mp4", "<script>alert(1)</script>", {
      httpMetadata: { contentType: "text/html" },
    });
    await video("page", { sourceId: "videos/page.mp4" });
    const answer = await (await signedIn("subscriber")).get("/plus/video/page/file");
    expect(answer.headers.get("Content-Type")).toBe("application/octet-stream");
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    await answer.body?.cancel();
  });
});

describe("the pages", () => {
  test("a video with its chapters, speakers and what comes next", async () => {
    const browser = await signedIn("subscriber");
    const page = await browser.open("/plus/video/premium");
    expect(page.status).toBe(200);
    for (const words of [TITLE, "What it is about.", "Open water", "2:05", "Ōkubo Haruka", "Next in Winds"])
      expect(page.text).toContain(words);
    expect(page.html).toContain('src="/plus/video/premium/file"');
    expect(page.html).toContain('href="?category=winds&amp;t=125"');
    expect(page.html).toContain("/media/speakers/spk/profile-1.png");
    const [next] = /Next in (?:<!-- -->)?Winds[\s\S]*/.exec(page.html)!;
    expect([...next.matchAll(/\/plus\/video\/(\w+)\?category=winds/g)].map(([, id]) => id)).toEqual([
      "second",
      "third",
    ]);
    expect(page.html).not.toContain("drawer");
    expect(page.html).not.toContain("hidden-key");
    const other = await browser.open("/plus/video/second?category=tides&t=125");
    expect(other.html).toContain('src="/plus/video/second/file#t=125"');
    expect(other.html).toMatch(/Next in (?:<!-- -->)?Tides[\s\S]*\/plus\/video\/premium\?category=tides/);
    // The video is not in the category that is asked for, so its own first category is used.
    expect((await browser.open("/plus/video/second?category=nothing")).text).toContain("Next in Winds");
  });

  test("only what is published is anywhere", async () => {
    const browser = await signedIn("subscriber");
    for (const path of [
      "/plus/video/hidden",
      "/plus/video/unknown",
      "/plus/category/no",
      "/plus/speaker/no",
      "/plus/no",
    ])
      expect((await browser.get(path)).status, path).toBe(404);
    for (const path of ["/plus", "/plus/lectures", "/plus/category/winds", "/plus/speaker/spk"])
      expect((await browser.open(path)).html, path).not.toContain("drawer");
  });

  test("the dashboard has a row of each category, in the staff's order, and what is new", async () => {
    const { html } = await (await signedIn("subscriber")).open("/plus");
    const shelves = html.split('<section class="shelf">').map((shelf) => ({
      title: /<h2>(.*?)<\/h2>/.exec(shelf)?.[1],
      href: /<\/h2><a href="(.*?)"/.exec(shelf)?.[1],
      ids: [...shelf.matchAll(/<a href="\/plus\/video\/(\w+)/g)].map(([, id]) => id),
    }));
    const winds = { title: "Winds", href: "/plus/category/winds", ids: ["premium", "second", "third"] };
    const tides = { title: "Tides", href: "/plus/category/tides", ids: ["second", "premium"] };
    expect(shelves).toContainEqual(winds);
    expect(shelves.slice(shelves.findIndex(({ title }) => title === "Winds"))[1]).toEqual(tides);
    expect(shelves).toContainEqual(expect.objectContaining({ title: "Newest", href: "/plus/lectures" }));
  });

  test("a category is in the staff's order", async () => {
    const page = await (await signedIn("subscriber")).open("/plus/category/tides");
    expect([...page.html.matchAll(/\/plus\/video\/(\w+)\?/g)].map(([, id]) => id)).toEqual([
      "second",
      "premium",
    ]);
  });

  const foundBy = async (search: string, category = "") => {
    const browser = await signedIn("subscriber");
    const page = await browser.open(`/plus/lectures?${new URLSearchParams({ search, category })}`);
    const main = page.html.slice(page.html.indexOf("<main"));
    return [...main.matchAll(/href="\/plus\/video\/(\w+)/g)].map(([, id]) => id);
  };

  test.each([
    ["zephyr", ["second", "premium"]],
    ["ZEPH", ["second", "premium"]],
    ["zephyr harb", ["premium"]],
    ["okubo", ["premium"]],
    ["haruka zephyr", ["premium"]],
    ["zephyr breeze", []],
    ["phyr", []],
    ["drawer", []],
    ["%", []],
    ["'); DROP TABLE recordings; --", []],
  ])("a search for %s", async (search, ids) => {
    expect(await foundBy(search)).toEqual(ids);
  });

  test("a search in one category", async () => {
    expect(await foundBy("zephyr", "tides")).toEqual(["second", "premium"]);
    expect(await foundBy("zephyr", "nothing")).toEqual([]);
  });

  test("long lists go on from page to page, each video once", async () => {
    await run("INSERT INTO categories (id, title, position) VALUES ('many', 'Many', 950)");
    await run(
      `INSERT INTO speakers (id, name, title, organisation, biography, position, version, created_at)
        VALUES ('many', 'Mei Lin', '', '', '', 950, 1, 0)`,
    );
    for (let index = 0; index < 50; index++)
      await video(`many${index}`, {
        title: "Multitude",
        published: 500 + (index >> 2),
        // Several videos have the same position, and a page of the list ends between two of them.
        categories: [["many", Math.floor(index / 5)]],
        speakers: ["many"],
      });
    const browser = await signedIn("subscriber");
    for (const start of ["/plus/lectures?search=multitude", "/plus/category/many", "/plus/speaker/many"]) {
      const seen: string[] = [];
      let path: string | undefined = start;
      while (path) {
        const { html } = await browser.open(path);
        seen.push(...[...html.matchAll(/href="\/plus\/video\/(many\d+)/g)].map(([, id]) => id!));
        path = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
      }
      expect(seen, start).toHaveLength(50);
      expect(new Set(seen).size, start).toBe(50);
    }
  });

  test("a public service is framed on the video's page alone, and asked for nothing before it is pressed", async () => {
    const browser = await signedIn("subscriber");
    const policyOf = async (path: string) =>
      (await browser.get(path)).headers.get("Content-Security-Policy")!;
    expect(await policyOf("/plus/video/tube")).toContain("frame-src https://www.youtube-nocookie.com;");
    expect(await policyOf("/plus/video/premium")).not.toContain("frame-src");
    expect(await policyOf("/plus/video/premium")).toContain("media-src 'self'");
    expect(await policyOf("/plus")).not.toContain("frame-src");
    const page = await browser.open("/plus/video/tube");
    expect(page.html).not.toContain("<iframe");
    expect(page.html).toContain('href="https://www.youtube.com/watch?v=abcdefghijk"');
  });

  test("a video held by Stream plays by a token of ours, or says that it cannot", async () => {
    const browser = await signedIn("subscriber");
    expect((await browser.open("/plus/video/streamed")).text).toContain(libraryMessages.cannotPlay);
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = btoa(JSON.stringify(await exportJWK(privateKey)));
    browser.send = (request) =>
      answerWith(
        {
          STREAM_CUSTOMER: "abc123",
          STREAM_KEY_ID: "key-1",
          STREAM_KEY_JWK: jwk,
        },
        request,
      );
    const page = await browser.open("/plus/video/streamed?t=75");
    const [, origin, token] = /<iframe src="(https:\/\/[^/]+)\/([^/]+)\/iframe\?startTime=75s"/.exec(
      page.html,
    )!;
    expect(origin).toBe("https://customer-abc123.cloudflarestream.com");
    expect(page.response.headers.get("Content-Security-Policy")).toContain(`frame-src ${origin};`);
    const { payload, protectedHeader } = await jwtVerify(token!, publicKey);
    expect(protectedHeader.kid).toBe("key-1");
    expect(payload).toMatchObject({ sub: "0123456789abcdef0123456789abcdef", kid: "key-1" });
    expect(payload.exp! - Date.now() / 1000).toBeLessThan(4 * 3600);
    expect(page.html).not.toContain("0123456789abcdef");
  });
});

describe("the position in a video", () => {
  const subscriber = async () => {
    const { uid } = await delegate();
    await run("UPDATE users SET hpair_plus_subscription_id = 'S-1' WHERE uid = ?", uid);
    return { uid, browser: await signedInAs(uid) };
  };
  const place = async (uid: string) =>
    (
      await rows<{ seconds: number; watched_at: number }>(
        "SELECT seconds, watched_at FROM watching WHERE uid = ?",
        uid,
      )
    )[0];
  const tell = (browser: Browser, fields: Record<string, string>, id = "premium") =>
    browser.post(`/plus/video/${id}/progress`, fields);

  test("is kept, shown, and gone on from", async () => {
    const { uid, browser } = await subscriber();
    expect((await tell(browser, { seconds: "760" })).status).toBe(204);
    expect(await place(uid)).toMatchObject({ seconds: 760 });
    const page = await browser.open("/plus/video/premium");
    expect(page.text).toContain("Continue at 12:40");
    expect(page.html).toContain('src="/plus/video/premium/file#t=760"');
    expect((await browser.open("/plus/video/premium?t=0")).html).toContain('src="/plus/video/premium/file"');
    const dashboard = await browser.open("/plus");
    expect(dashboard.text).toContain("Continue watching");
    expect(dashboard.text).toContain("Continue at 12:40");
    expect(dashboard.html).toContain('max="1000" value="760"');
  });

  test("lies inside the video and never in the future", async () => {
    const { uid, browser } = await subscriber();
    await tell(browser, { seconds: "999999", at: "999999999999999" });
    const { seconds, watched_at } = (await place(uid))!;
    expect(seconds).toBe(1000);
    const { offset } = await row<{ offset: number }>(
      "SELECT value AS offset FROM settings WHERE key = 'clockOffset'",
    );
    expect(watched_at).toBeLessThanOrEqual(Date.now() + Number(offset));
  });

  test.each([
    { seconds: "-5" },
    { seconds: "x" },
    { seconds: "1e9" },
    { seconds: "" },
    {} as Record<string, string>,
    { seconds: "5", at: "tomorrow" },
  ])("%j is not a position", async (fields) => {
    const { uid, browser } = await subscriber();
    expect((await tell(browser, fields)).status).toBe(400);
    expect(await place(uid)).toBeUndefined();
  });

  test("what was watched later stays, whatever comes in last", async () => {
    const { uid, browser } = await subscriber();
    await tell(browser, { seconds: "300", at: "2000" });
    await tell(browser, { seconds: "100", at: "1000" });
    expect(await place(uid)).toEqual({ seconds: 300, watched_at: 2000 });
    await tell(browser, { seconds: "200", at: "3000" });
    expect(await place(uid)).toEqual({ seconds: 200, watched_at: 3000 });
    const posts = Array.from({ length: 8 }, (_, index) => 4000 + ((index * 5) % 8));
    await Promise.all(posts.map((at) => tell(browser, { seconds: String(at - 3600), at: String(at) })));
    expect(await place(uid)).toEqual({ seconds: 407, watched_at: 4007 });
  });

  test("is kept of no video that is not to be seen", async () => {
    const { uid, browser } = await subscriber();
    await tell(browser, { seconds: "50" }, "hidden");
    await tell(browser, { seconds: "50" }, "unknown");
    expect(await place(uid)).toBeUndefined();
    expect((await browser.post("/plus/video/hidden", { intent: "watched" })).status).toBe(404);
  });

  test("is set by buttons too: watched, and begun again", async () => {
    const { uid, browser } = await subscriber();
    await tell(browser, { seconds: "400", at: "1000" });
    const page = await browser.open("/plus/video/premium");
    const marked = await (await page.press("Mark as watched")).follow();
    expect(marked.path).toBe("/plus/video/premium?category=winds");
    expect(await place(uid)).toMatchObject({ seconds: 1000 });
    expect(marked.text).toContain("Watched");
    expect(marked.html).not.toContain("Continue at");
    expect((await browser.open("/plus")).text).not.toContain("Continue watching");
    await marked.press("Start again");
    expect(await place(uid)).toMatchObject({ seconds: 0 });
    expect((await browser.open("/plus")).text).not.toContain("Continue watching");
    expect((await browser.open("/plus/video/premium")).has("Mark as watched")).toBe(true);
  });

  test("belongs to one person", async () => {
    const one = await subscriber();
    await tell(one.browser, { seconds: "760" });
    const other = await subscriber();
    expect((await other.browser.open("/plus/video/premium")).text).not.toContain("Continue at");
    const posted = await tell(other.browser, { seconds: "5", owner: demoUid("subscriber") });
    expect(posted.status).toBe(409);
  });
});
