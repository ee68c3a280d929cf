import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { imageHeader, lightKey } from "~/library/images.ts";
import { libraryMessages } from "~/library/messages.ts";
import { MOST_BYTES_PER_PIXEL } from "~/library/picture-limits.ts";
import { searchWordsOf } from "~/values/search.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { deep } from "../support/deep.ts";
import { claiming, jpeg, png, readPng, seeded, vast, webp } from "../support/images.ts";
import { photograph } from "../support/photograph.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, everything, files, row, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

const DAMAGED = deep ? 60 : 15;

let director: Browser;
let other: Browser;

beforeAll(async () => {
  director = await signedIn("director");
  other = (await colleague("director")).browser;
  await env.FILES.put("videos/talk.mp4", "not really");
});

const speakerAt = async (name: string) =>
  (await row<{ id: string }>("SELECT id FROM speakers WHERE name = ?", name)).id;

async function newSpeaker(name: string): Promise<string> {
  const made = await director.post("/staff/speakers/new", {
    name,
    title: "Guide",
    organisation: "",
    biography: "",
  });
  expect(made.status).toBe(302);
  return speakerAt(name);
}

const VIDEO = {
  title: "How rivers remember",
  description: "About rivers.",
  access: "premium",
  source: "file",
  sourceId: "videos/talk.mp4",
  length: "12:30",
  chapters: "5:00 Silt\n0:00 Springs",
  published: "true",
};

async function newVideo(title: string, more: [string, string][] = []): Promise<string> {
  const made = await director.post("/staff/videos/new", [...Object.entries({ ...VIDEO, title }), ...more]);
  expect(made.status, await made.clone().text()).toBe(302);
  return (await row<{ id: string }>("SELECT id FROM recordings WHERE title = ?", title)).id;
}

const wordsOf = async (id: string) =>
  (await rows<{ word: string }>("SELECT word FROM recording_words WHERE recording_id = ?", id))
    .map(({ word }) => word)
    .sort();
const versionOf = async (table: string, id: string) =>
  String((await row<{ version: number }>(`SELECT version FROM ${table} WHERE id = ?`, id)).version);
/** The actions that the audit log has for an object, in order. */
const actsOn = async (object: string) =>
  (
    await rows<{ action: string }>("SELECT action FROM audit WHERE object = ? ORDER BY at, rowid", object)
  ).map(({ action }) => action);
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

function uploading(browser: Browser, path: string, chosen: File[]) {
  const body = new FormData();
  for (const file of chosen) body.append("picture", file);
  return browser.fetch(path, { method: "POST", body });
}
/** Values of `Accept` that browsers send for pictures, each with the form of the picture that such a browser gets. */
const ACCEPTED = [
  ["image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "image/webp"],
  [
    "image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8",
    "image/webp",
  ],
  ["*/*", "image/webp"],
  [null, "image/webp"],
  ["image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5", "image/png"],
  ["image/png", "image/png"],
] as const;

const file = (bytes: Uint8Array | string, name = "picture.png", type = "image/png") =>
  new File([bytes as BlobPart], name, { type });

describe("speakers", () => {
  test("are added, changed and removed, and each act is recorded", async () => {
    const id = await newSpeaker("Ines Okafor");
    const video = await newVideo("With a guide", [["speakers", id]]);
    expect(await wordsOf(video)).toEqual(["a", "guide", "ines", "okafor", "with"]);

    const saved = await director.post(`/staff/speakers/${id}`, {
      intent: "save",
      version: "1",
      name: "Inês Okafor-Lima",
      title: "Guide",
      organisation: "Delta Trust",
      biography: "Walks.",
    });
    expect(saved.status).toBe(302);
    expect(await wordsOf(video), "found by the new name").toEqual([
      "a",
      "guide",
      "ines",
      "lima",
      "okafor",
      "with",
    ]);

    const page = await director.open(`/staff/speakers/${id}`);
    expect(page.html).toContain("With a guide");
    const gone = await director.post(`/staff/speakers/${id}`, { intent: "remove", version: "2" });
    expect(gone.headers.get("Location")).toBe("/staff/speakers?removed");
    expect(await rows("SELECT * FROM recording_speakers WHERE speaker_id = ?", id)).toEqual([]);
    expect(await wordsOf(video)).toEqual(["a", "guide", "with"]);
    expect(
      await versionOf("recordings", video),
      "an editor that has it open would bring the speaker back",
    ).toBe("2");
    expect(await actsOn(`speakers/${id}`)).toEqual(["createSpeaker", "changeSpeaker", "removeSpeaker"]);
  });

  test("two people editing one: nothing is lost, and what is stored is shown", async () => {
    const id = await newSpeaker("Bao Tran");
    const text = { intent: "save", version: "1", title: "", organisation: "" };
    await other.post(`/staff/speakers/${id}`, { ...text, name: "Bao Tran", biography: "First to save." });
    const late = await changingNothing(() =>
      director.post(`/staff/speakers/${id}`, { ...text, name: "Bao Trần", biography: "Second to save." }),
    );
    expect(late.status).toBe(409);
    const html = await late.text();
    for (const words of [libraryMessages.videos.changedMeanwhile, "First to save.", "Second to save."])
      expect(html).toContain(words);
  });

  test("a typing error in between does not hide what somebody else has saved meanwhile", async () => {
    const id = await newSpeaker("Mistyped Speaker");
    const [mine, theirs] = [
      await director.open(`/staff/speakers/${id}`),
      await other.open(`/staff/speakers/${id}`),
    ];
    expect((await theirs.press("Save", { biography: "Theirs." })).status).toBe(302);
    const wrong = await changingNothing(() => mine.press("Save", { name: "" }));
    expect(wrong.status).toBe(400);
    const late = await changingNothing(() => wrong.press("Save", { name: "Mistyped No More" }));
    expect(late.status).toBe(409);
    for (const words of [libraryMessages.videos.changedMeanwhile, "Biography: Theirs."])
      expect(late.text).toContain(words);
    expect((await late.press("Save")).status).toBe(302);
  });

  test("two people saving one in the same moment: one of them is told", async () => {
    const id = await newSpeaker("Same Moment");
    const save = (browser: Browser, name: string) =>
      browser.post(`/staff/speakers/${id}`, {
        intent: "save",
        version: "1",
        name,
        title: "",
        organisation: "",
        biography: "",
      });
    const answers = await Promise.all([save(director, "Same One"), save(other, "Same Other")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await versionOf("speakers", id)).toBe("2");
  });

  test("removed by one and saved by another at the same moment: one of the two happens, completely", async () => {
    for (const order of ["save first", "remove first"]) {
      const id = await newSpeaker(`Leaving ${order}`);
      const video = await newVideo(`Left ${order}`, [["speakers", id]]);
      const save = () =>
        other.post(`/staff/speakers/${id}`, {
          intent: "save",
          version: "1",
          name: "Staying",
          title: "",
          organisation: "",
          biography: "",
        });
      const remove = () => director.post(`/staff/speakers/${id}`, { intent: "remove", version: "1" });
      const acts = order === "save first" ? [save, remove] : [remove, save];
      const answers = await Promise.all(acts.map((act) => act()));
      expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
      const isThere = (await rows("SELECT 1 FROM speakers WHERE id = ?", id)).length;
      expect(await rows("SELECT 1 FROM recording_speakers WHERE speaker_id = ?", id)).toHaveLength(isThere);
      expect((await wordsOf(video)).includes("staying")).toBe(isThere === 1);
    }
  });

  test("a speaker whom the programme names stays", async () => {
    const id = await newSpeaker("Programme Person");
    const { id: session } = (await rows<{ id: string }>("SELECT id FROM programme_sessions LIMIT 1"))[0]!;
    await run(
      "INSERT INTO session_speakers (conference_id, speaker_id, session_id) VALUES ('aconf_2023', ?, ?)",
      id,
      session,
    );
    const refused = await changingNothing(() =>
      director.post(`/staff/speakers/${id}`, { intent: "remove", version: "1" }),
    );
    expect(refused.status).toBe(409);
    await run("DELETE FROM session_speakers WHERE speaker_id = ?", id);
  });

  test("a speaker whom only the programme of another edition names stays", async () => {
    const id = await newSpeaker("Person of Last Year");
    await run(
      `INSERT INTO session_speakers (conference_id, speaker_id, session_id)
        SELECT 'aconf_2022', ?, id FROM programme_sessions LIMIT 1`,
      id,
    );
    const refused = await changingNothing(() =>
      director.post(`/staff/speakers/${id}`, { intent: "remove", version: "1" }),
    );
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(libraryMessages.videos.inProgramme(1, ["Asia Conference 2022"]));
    await run("DELETE FROM session_speakers WHERE speaker_id = ?", id);
  });

  test("a name is needed", async () => {
    const refused = await changingNothing(() =>
      director.post("/staff/speakers/new", { name: " ", title: "Kept", organisation: "", biography: "" }),
    );
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('value="Kept"');
  });
});

describe("pictures", () => {
  let id: string;
  let path: string;
  beforeAll(async () => {
    id = await newSpeaker("Pictured Person");
    path = `/staff/speakers/${id}?picture=profile`;
  });
  const keyOf = async () =>
    (await row<{ profile_key: string | null }>("SELECT profile_key FROM speakers WHERE id = ?", id))
      .profile_key;

  test("each kind is stored as a PNG with a light form at an address of its own, and the previous one is deleted [131, 257]", async () => {
    const keys: string[] = [];
    for (const bytes of [png(600, 500), jpeg(), webp()]) {
      expect((await uploading(director, path, [file(bytes)])).status).toBe(302);
      const key = (await keyOf())!;
      expect(key).toMatch(new RegExp(`^assets/speakers/${id}/profile-[0-9a-f]{16}\\.png$`));
      keys.push(key);
    }
    await settle();
    expect(new Set(keys).size).toBe(3);
    const stored = (await files(`assets/speakers/${id}/`)).map((line) => line.split(" ")[0]);
    expect(stored).toEqual([lightKey(keys[2]!, 200), keys[2], lightKey(keys[2]!)]);

    const shown = (headers: Record<string, string>) =>
      director.get(`/media/${keys[2]!.slice("assets/".length)}`, { headers });
    const sizes: Record<string, (bytes: Uint8Array) => { width: number; height: number } | null> = {
      "image/png": readPng,
      "image/webp": imageHeader,
    };
    for (const [accept, kind] of ACCEPTED) {
      const answer = await shown(accept === null ? {} : { Accept: accept });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers), String(accept)).toMatchObject({
        "content-type": kind,
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept",
        "x-content-type-options": "nosniff",
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(sizes[kind]!(bytes)).toMatchObject({ width: 64, height: 64 });
      const known = { "If-None-Match": answer.headers.get("ETag")! };
      expect((await shown(accept === null ? known : { Accept: accept, ...known })).status).toBe(304);
    }

    await director.post(path, { intent: "remove-picture" });
    await settle();
    expect([await keyOf(), await files(`assets/speakers/${id}/`)]).toEqual([null, []]);
    const storing = Array(3).fill("storePicture");
    expect(await actsOn(`speakers/${id}`)).toEqual(["createSpeaker", ...storing, "removePicture"]);
  });

  test("a photograph weighs little where it is looked at", async () => {
    expect((await uploading(director, path, [file(photograph(), "face.jpg", "image/jpeg")])).status).toBe(
      302,
    );
    const shown = await director.get(`/media/${(await keyOf())!.slice("assets/".length)}`);
    expect((await shown.arrayBuffer()).byteLength).toBeLessThanOrEqual(400 * 400 * MOST_BYTES_PER_PIXEL);
  });

  test("the same picture again is not removed, and is no new act", async () => {
    await uploading(director, path, [file(png(50, 50))]);
    const acts = await actsOn(`speakers/${id}`);
    await uploading(director, path, [file(png(50, 50))]);
    await settle();
    expect(await env.FILES.head((await keyOf())!)).not.toBeNull();
    expect(await actsOn(`speakers/${id}`)).toEqual(acts);
  });

  test("they go with their speaker", async () => {
    const leaving = await newSpeaker("Pictured and gone");
    for (const name of ["profile", "background"])
      await uploading(director, `/staff/speakers/${leaving}?picture=${name}`, [file(png(50, 50))]);
    expect(await files(`assets/speakers/${leaving}/`)).toHaveLength(6);
    await director.post(`/staff/speakers/${leaving}`, { intent: "remove", version: "1" });
    await settle();
    expect(await files(`assets/speakers/${leaving}/`)).toEqual([]);
  });

  test.each<[string, () => File[], string]>([
    ["no file", () => [], libraryMessages.mustBeOneImage],
    ["a field left empty", () => [file("", "")], libraryMessages.mustBeOneImage],
    ["two files", () => [file(png(9, 9)), file(png(9, 9))], libraryMessages.mustBeOneImage],
    ["an empty file", () => [file("")], libraryMessages.unexpectedFileType],
    [
      "an SVG",
      () => [file('<svg xmlns="http://www.w3.org/2000/svg"/>', "a.svg", "image/svg+xml")],
      libraryMessages.unexpectedFileType,
    ],
    [
      "HTML called .png",
      () => [file("<!doctype html><script>alert(1)</script>")],
      libraryMessages.unexpectedFileType,
    ],
    [
      "a GIF",
      () => [file("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;", "a.gif", "image/gif")],
      libraryMessages.unexpectedFileType,
    ],
    [
      "20,000 pixels a side",
      () => [file(claiming(png(9, 9), 20_000, 20_000))],
      libraryMessages.images.tooManyPixels,
    ],
    [
      "20,000 pixels a side that are all there",
      () => [file(vast(20_000))],
      libraryMessages.images.tooManyPixels,
    ],
    ["more than it holds", () => [file(claiming(png(9, 9), 90, 90))], libraryMessages.unexpectedFileType],
    ["half a file", () => [file(png(90, 90).subarray(0, 400))], libraryMessages.unexpectedFileType],
    ["half a JPEG", () => [file(jpeg().subarray(0, 300))], libraryMessages.unexpectedFileType],
  ])("%s: the error that fits, nothing stored", async (_, chosen, reason) => {
    const refused = await changingNothing(() => uploading(director, path, chosen()));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(reason);
  });

  test("a file over the limit", async () => {
    const refused = await changingNothing(() => uploading(director, path, [file(new Uint8Array(5_400_000))]));
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain(libraryMessages.images.tooLarge);
  });

  test(`${DAMAGED} damaged pictures: refused with nothing stored, or stored as a valid picture`, async () => {
    const random = seeded(20230217);
    const outcomes = { stored: 0, refused: 0 };
    const sound = png(40, 30, 7);
    for (let time = 0; time < DAMAGED; time += 1) {
      let bytes = Uint8Array.from(sound);
      // Half of the damaged files keep their signature, so their damage lies deeper.
      const from = time % 2 === 0 ? 8 : 0;
      for (let flips = 1 + Math.floor(random() * 4); flips > 0; flips -= 1)
        bytes[from + Math.floor(random() * (bytes.length - from))] = Math.floor(random() * 256);
      if (time % 5 === 0) bytes = bytes.subarray(0, Math.floor(random() * bytes.length));
      const before = await everything();
      const answer = await uploading(director, path, [file(bytes)]);
      if (answer.status === 302) {
        outcomes.stored += 1;
        const object = await env.FILES.get((await keyOf())!);
        expect(readPng(new Uint8Array(await object!.arrayBuffer())).width).toBeGreaterThan(0);
        // The picture that was there before is deleted after the answer.
        await settle();
      } else {
        outcomes.refused += 1;
        expect(answer.status).toBe(400);
        expect(await answer.text()).toContain(libraryMessages.unexpectedFileType);
        expect(await everything()).toEqual(before);
      }
    }
    await settle();
    expect(await files(`assets/speakers/${id}/`)).toHaveLength(3);
    expect(outcomes.refused).toBeGreaterThan(DAMAGED / 2);
  });

  test("nothing stays of a picture for a speaker who does not exist", async () => {
    const refused = await uploading(director, "/staff/speakers/nobody?picture=profile", [file(png(9, 9))]);
    await settle();
    expect([refused.status >= 400, await files("assets/speakers/nobody/")]).toEqual([true, []]);
  });

  test("nothing but pictures can be reached", async () => {
    const hash = "0123456789abcdef";
    await env.FILES.put(`assets/other/a/profile-${hash}.png`, "x");
    await env.FILES.put(`assets/speakers/a/profile-${hash}.txt`, "x");
    const document = (await row<{ object_key: string }>("SELECT object_key FROM documents LIMIT 1"))
      .object_key;
    for (const path of [
      "/media/",
      "/media/videos/talk.mp4",
      `/media/${document}`,
      `/media/..%2f${encodeURIComponent(document)}`,
      `/media/other/a/profile-${hash}.png`,
      `/media/speakers/a/profile-${hash}.txt`,
      `/media/speakers/a/profile-${hash}.png`,
      `/media/speakers/..%2f..%2fvideos/talk.mp4`,
      `/media/assets/speakers/a/profile-${hash}.png`,
    ])
      expect((await director.get(path)).status, path).toBe(404);
  });
});

describe("videos", () => {
  test("are saved with chapters, categories, speakers and words", async () => {
    const speaker = await newSpeaker("Kofi Zhang");
    const id = await newVideo("Of tides and tables", [
      ["speakers", speaker],
      ["categories", "health"],
      ["newCategory", "Rivers & Seas"],
    ]);
    expect(await row("SELECT * FROM recordings WHERE id = ?", id)).toMatchObject({
      access: "premium",
      source: "file",
      source_id: "videos/talk.mp4",
      length_seconds: 750,
      chapters: '[{"at":0,"title":"Springs"},{"at":300,"title":"Silt"}]',
      version: 1,
    });
    expect(
      await rows("SELECT category_id FROM recording_categories WHERE recording_id = ? ORDER BY 1", id),
    ).toEqual([{ category_id: "health" }, { category_id: "rivers-seas" }]);
    expect(await wordsOf(id)).toEqual(searchWordsOf("Of tides and tables Kofi Zhang").sort());

    // The video leaves one category, keeps its place in the other, and is hidden.
    const { published: _, ...hidden } = VIDEO;
    const before = await row(
      "SELECT position FROM recording_categories WHERE recording_id = ? AND category_id = 'health'",
      id,
    );
    const saved = await director.post(`/staff/videos/${id}`, [
      ...Object.entries({ ...hidden, title: "Of tides" }),
      ["intent", "save"],
      ["version", "1"],
      ["categories", "health"],
    ]);
    expect(saved.status).toBe(302);
    expect(await row("SELECT title, published_at, version FROM recordings WHERE id = ?", id)).toEqual({
      title: "Of tides",
      published_at: null,
      version: 2,
    });
    expect(await row("SELECT position FROM recording_categories WHERE recording_id = ?", id)).toEqual(before);
    expect(await wordsOf(id)).toEqual(["of", "tides"]);

    const path = `/staff/videos/${id}?picture=thumbnail`;
    for (const shade of [1, 2]) {
      expect((await uploading(director, path, [file(png(1400, 900, shade))])).status).toBe(302);
      if (shade === 1) await director.post(path, { intent: "remove-picture" });
    }
    await settle();
    expect(await files(`assets/videos/${id}/`)).toHaveLength(4);
    const { thumbnail_key: key } = await row<{ thumbnail_key: string }>(
      "SELECT thumbnail_key FROM recordings WHERE id = ?",
      id,
    );
    expect((await director.get(`/media/${key.slice("assets/".length)}`)).status).toBe(200);

    const removed = await director.post(`/staff/videos/${id}`, { intent: "remove", version: "2" });
    expect(removed.headers.get("Location")).toBe("/staff/videos?removed");
    await settle();
    expect(await env.FILES.head(key)).toBeNull();
    expect(await env.FILES.head("videos/talk.mp4"), "its file may be another's too").not.toBeNull();
    expect(await actsOn(`videos/${id}`)).toEqual([
      "createVideo",
      "changeVideo",
      "storePicture",
      "removePicture",
      "storePicture",
      "removeVideo",
    ]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["a file that is not there", { sourceId: "videos/none.mp4" }, libraryMessages.videos.noSuchFile],
    ["a file from elsewhere in the store", { sourceId: "aconf_2023/x" }, libraryMessages.videos.fileKey],
    ["premium on YouTube", { source: "youtube", sourceId: "aqz-KE-bpKQ" }, libraryMessages.videos.onlyOpen],
    ["no length", { length: "soon" }, libraryMessages.videos.length],
    ["a chapter past the end", { chapters: "20:00 Late" }, libraryMessages.videos.chapterBeyond(1)],
    ["a category that is gone", { categories: "gone" }, libraryMessages.videos.unknownCategory],
    ["a speaker who is gone", { speakers: "gone" }, libraryMessages.videos.unknownSpeaker],
    ["a category without letters", { newCategory: "—" }, libraryMessages.videos.categoryTitle],
  ])("%s: reported, nothing stored, no text lost", async (_, fields, reason) => {
    const refused = await changingNothing(() =>
      director.post("/staff/videos/new", { ...VIDEO, title: "Never stored", ...fields }),
    );
    expect([400, 409]).toContain(refused.status);
    const html = await refused.text();
    expect(html).toContain(reason);
    expect(html).toContain("Never stored");
  });

  test("two people editing one: nothing is lost, and what is stored is shown", async () => {
    const id = await newVideo("Edited twice");
    const save = (browser: Browser, title: string) =>
      browser.post(`/staff/videos/${id}`, { ...VIDEO, title, intent: "save", version: "1" });
    expect((await save(other, "First title")).status).toBe(302);
    const late = await changingNothing(() => save(director, "Second title"));
    expect(late.status).toBe(409);
    const html = await late.text();
    for (const words of [libraryMessages.videos.changedMeanwhile, "First title", "Second title"])
      expect(html).toContain(words);
    const removal = await changingNothing(() =>
      director.post(`/staff/videos/${id}`, { intent: "remove", version: "1" }),
    );
    expect(removal.status).toBe(409);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["a length", { length: "soon" }, { length: "12:30" }],
    ["a file", { sourceId: "videos/none.mp4" }, { sourceId: "videos/talk.mp4" }],
  ])("%s mistyped in between does not hide what somebody else has saved", async (what, typed, corrected) => {
    const id = await newVideo(`Mistyped ${what}`);
    const [mine, theirs] = [
      await director.open(`/staff/videos/${id}`),
      await other.open(`/staff/videos/${id}`),
    ];
    expect((await theirs.press("Save", { description: "Theirs." })).status).toBe(302);
    const wrong = await changingNothing(() => mine.press("Save", typed));
    expect(wrong.status).toBe(400);
    const late = await changingNothing(() => wrong.press("Save", corrected));
    expect(late.status).toBe(409);
    for (const words of [libraryMessages.videos.changedMeanwhile, "Description: Theirs."])
      expect(late.text).toContain(words);
    expect((await late.press("Save")).status).toBe(302);
  });

  test("saved or removed by two in the same moment: one of them is told", async () => {
    const id = await newVideo("Saved at once", [["categories", "health"]]);
    const save = (browser: Browser, title: string, version: string) =>
      browser.post(`/staff/videos/${id}`, { ...VIDEO, title, categories: "health", intent: "save", version });
    const saved = await Promise.all([save(director, "One at once", "1"), save(other, "Other at once", "1")]);
    expect(saved.map(({ status }) => status).sort()).toEqual([302, 409]);
    const { title } = await row<{ title: string }>("SELECT title FROM recordings WHERE id = ?", id);
    expect(await wordsOf(id)).toEqual(searchWordsOf(title).sort());
    const ended = await Promise.all([
      save(director, "Saved last", "2"),
      other.post(`/staff/videos/${id}`, { intent: "remove", version: "2" }),
    ]);
    expect(ended.filter(({ status }) => status === 302)).toHaveLength(1);
    const isThere = (await rows("SELECT 1 FROM recordings WHERE id = ?", id)).length;
    expect(await rows("SELECT 1 FROM recording_categories WHERE recording_id = ?", id)).toHaveLength(isThere);
  });

  test("a published video keeps its date of publication, however often it is saved", async () => {
    const id = await newVideo("Published once");
    await run("UPDATE recordings SET published_at = 5 WHERE id = ?", id);
    await director.post(`/staff/videos/${id}`, { ...VIDEO, intent: "save", version: "1" });
    expect(await row("SELECT version, published_at FROM recordings WHERE id = ?", id)).toEqual({
      version: 2,
      published_at: 5,
    });
  });

  test("a speaker is renamed while the video is saved: it is found by the new name", async () => {
    const speaker = await newSpeaker("Oldname Person");
    const id = await newVideo("Racing", [["speakers", speaker]]);
    for (let time = 1; time <= 6; time += 1) {
      const version = await versionOf("recordings", id);
      const rename = () =>
        other.post(`/staff/speakers/${speaker}`, {
          intent: "save",
          version: String(time),
          name: `Name${time} Person`,
          title: "",
          organisation: "",
          biography: "",
        });
      const save = () =>
        director.post(`/staff/videos/${id}`, [
          ...Object.entries({ ...VIDEO, title: `Racing ${time}` }),
          ["intent", "save"],
          ["version", version],
          ["speakers", speaker],
        ]);
      const acts = time % 2 === 0 ? [rename, save] : [save, rename];
      const answers = await Promise.all(acts.map((act) => act()));
      expect(answers.map(({ status }) => status)).toEqual([302, 302]);
      expect(await wordsOf(id)).toEqual([`${time}`, `name${time}`, "person", "racing"].sort());
    }
  });

  test("two speakers of one video are renamed in the same moment: it is found by both new names", async () => {
    const speakers = [await newSpeaker("Fellow One"), await newSpeaker("Fellow Two")];
    const id = await newVideo(
      "Shared",
      speakers.map((speaker) => ["speakers", speaker]),
    );
    for (let time = 1; time <= 3; time += 1) {
      const names = speakers.map((_, index) => `fellow${index}x${time}`);
      const renamed = await Promise.all(
        speakers.map((speaker, index) =>
          [director, other][index]!.post(`/staff/speakers/${speaker}`, {
            intent: "save",
            version: String(time),
            name: names[index]!,
            title: "",
            organisation: "",
            biography: "",
          }),
        ),
      );
      expect(renamed.map(({ status }) => status)).toEqual([302, 302]);
      expect(await wordsOf(id)).toEqual([...names, "shared"].sort());
    }
  });

  test("a category is deleted while a video is filed there: it stays, or the video is not saved", async () => {
    const path = "/staff/videos/categories";
    const saving = (await colleague("director")).browser;
    // The category is deleted before the first batch of saving, then before the second, and so on.
    for (let moment = 0; moment < 4; moment += 1) {
      const id = `fleeting-${moment}`;
      const title = `Filed ${moment}`;
      await director.post(path, { title: `Fleeting ${moment}` });
      let batches = 0;
      const DB = {
        prepare: (query: string) => env.DB.prepare(query),
        async batch(statements: D1PreparedStatement[]) {
          if (batches++ === moment) await other.post(path, { id, intent: "delete" });
          return env.DB.batch(statements);
        },
      };
      saving.send = (request) => answerWith({ DB }, request);
      const saved = await saving.post("/staff/videos/new", { ...VIDEO, title, categories: id });
      const isThere = (await rows("SELECT 1 FROM categories WHERE id = ?", id)).length;
      expect(saved.status).toBe(isThere === 1 ? 302 : 409);
      expect(await rows("SELECT 1 FROM recordings WHERE title = ?", title)).toHaveLength(isThere);
      expect(await rows("SELECT 1 FROM recording_categories WHERE category_id = ?", id)).toHaveLength(
        isThere,
      );
    }
  });

  test("categories: added, renamed, deleted when empty", async () => {
    const path = "/staff/videos/categories";
    expect((await director.post(path, { intent: "create", title: "Old Roads" })).status).toBe(302);
    expect((await director.post(path, { intent: "create", title: "Old roads" })).status).toBe(409);
    expect(
      (await director.post(path, { intent: "rename", id: "old-roads", title: "New Roads" })).status,
    ).toBe(302);
    expect(await row("SELECT title FROM categories WHERE id = 'old-roads'")).toEqual({ title: "New Roads" });
    const inUse = await changingNothing(() => director.post(path, { id: "technology", intent: "delete" }));
    expect(inUse.status).toBe(409);
    expect((await director.post(path, { id: "old-roads", intent: "delete" })).status).toBe(302);
    expect(await rows("SELECT * FROM categories WHERE id = 'old-roads'")).toEqual([]);
    const acts = ["createCategory", "renameCategory", "deleteCategory"];
    expect(await actsOn("categories/old-roads")).toEqual(acts);
  });
});

describe("sorting", () => {
  const order = async (list: "speakers" | "climate") =>
    (
      await rows<{ id: string; position: number }>(
        list === "speakers"
          ? "SELECT id, position FROM speakers ORDER BY position, id"
          : "SELECT recording_id AS id, position FROM recording_categories WHERE category_id = 'climate-and-energy' ORDER BY position, recording_id",
      )
    ).map(({ id }) => id);
  const move = (browser: Browser, item: string, to: string, list = "speakers") =>
    browser.post("/staff/sorting", {
      list,
      item,
      to,
      ...(list === "videos" && { category: "climate-and-energy" }),
    });

  test("the buttons of the page move an item past its neighbour", async () => {
    const before = await order("climate");
    const [first] = await rows("SELECT id FROM categories WHERE id <> 'climate-and-energy' LIMIT 1");
    await run(
      "INSERT OR IGNORE INTO recording_categories (category_id, recording_id, position) SELECT ?, value, 90 - key FROM json_each(?)",
      first!["id"],
      JSON.stringify(before),
    );
    const elsewhere = () =>
      rows("SELECT * FROM recording_categories WHERE category_id <> 'climate-and-energy' ORDER BY 1, 2");
    const others = await elsewhere();
    const page = await director.open("/staff/sorting?category=climate-and-energy");
    expect(page.html).toContain(`Videos of Climate and energy`);
    const moved = await move(director, before[2]!, `before ${before[1]}`, "videos");
    expect(moved.headers.get("Location")).toBe(
      `/staff/sorting?category=climate-and-energy#videos-${before[2]}`,
    );
    expect(await order("climate")).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    expect(await elsewhere(), "where they are filed too").toEqual(others);
    expect(await actsOn("categories/climate-and-energy")).toEqual(["sort"]);
  });

  test("two people moving different things at once: both are moved", async () => {
    const [a, b, c, d, ...others] = (await order("speakers")) as [string, string, string, string];
    await Promise.all([move(director, a, `after ${b}`), move(other, d, `before ${c}`)]);
    expect(await order("speakers")).toEqual([b, a, d, c, ...others]);
  });

  test("fifty moves at once leave every item in a place of its own", async () => {
    const before = await order("speakers");
    const random = seeded(50);
    const pick = () => before[Math.floor(random() * before.length)]!;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const item = pick();
        const neighbour =
          before.find((id) => id !== item && random() > 0.7) ?? before.find((id) => id !== item)!;
        const side = index % 2 === 0 ? "before" : "after";
        return move(index % 3 === 0 ? other : director, item, `${side} ${neighbour}`);
      }),
    );
    expect((await order("speakers")).sort()).toEqual([...before].sort());
    const positions = await rows<{ position: number }>("SELECT position FROM speakers ORDER BY position");
    expect(positions.map(({ position }) => position)).toEqual(before.map((_, index) => index));
  });

  test("if the neighbour is gone the item goes to the end, and the page says so", async () => {
    const [first, ...others] = await order("speakers");
    const answer = await move(director, first!, "before nobody");
    expect(await answer.text()).toContain(libraryMessages.videos.positionGone);
    expect(await order("speakers")).toEqual([...others, first]);
    const gone = await changingNothing(() => move(director, "nobody", `before ${first}`));
    expect(gone.status).toBe(409);
    const nonsense = await changingNothing(() => move(director, first!, `before ${first}`));
    expect(nonsense.status).toBe(400);
  });
});

test("control characters and odd line ends become blanks in what is typed for speakers, videos and categories", async () => {
  const odd = (words: string) => `${words.replaceAll(" ", "\u000b")}\u2028\u0000`;
  const made = await director.post("/staff/speakers/new", {
    name: odd("Odd Name"),
    title: odd("Odd title"),
    organisation: odd("Odd house"),
    biography: "One\u2028two\r\nthree\u0085",
  });
  expect(made.status).toBe(302);
  expect(await row("SELECT title, organisation, biography FROM speakers WHERE name = 'Odd Name'")).toEqual({
    title: "Odd title",
    organisation: "Odd house",
    biography: "One two\nthree",
  });
  const video = {
    ...VIDEO,
    title: odd("Odd video"),
    description: "One\u2028two\r\nthree\u0085",
    chapters: "\r\n5:00 Silt\u2028and\u000bsand\r\n0:00 Springs",
    newCategory: odd("Odd shelf"),
  };
  expect((await director.post("/staff/videos/new", video)).status).toBe(302);
  expect(await row("SELECT description, chapters FROM recordings WHERE title = 'Odd video'")).toEqual({
    description: "One two\nthree",
    chapters: '[{"at":0,"title":"Springs"},{"at":300,"title":"Silt and sand"}]',
  });
  expect(await rows("SELECT id FROM categories WHERE title = 'Odd shelf'")).toHaveLength(1);
});

test("lists continue from page to page, with each item once", async () => {
  const many = JSON.stringify(Array.from({ length: 101 }, (_, index) => `many${1000 + index}`));
  await run(
    `INSERT INTO speakers (id, name, title, organisation, biography, position, version, created_at)
      SELECT value, value, '', '', '', 5000, 1, 0 FROM json_each(?)`,
    many,
  );
  await run(
    `INSERT INTO recordings (id, title, description, access, source, source_id, length_seconds, chapters, version, created_at)
      SELECT value, value, '', 'premium', 'file', 'videos/talk.mp4', 9, '[]', 1, 7 FROM json_each(?)`,
    many,
  );
  for (const start of ["/staff/speakers", "/staff/videos"]) {
    const seen: string[] = [];
    let path: string | undefined = start;
    while (path) {
      const { html } = await director.open(path);
      seen.push(...[...html.matchAll(/href="\/staff\/\w+\/(many\d+)"/g)].map(([, id]) => id!));
      const next = /href="(\?after=[^"]*)"/.exec(html)?.[1];
      path = next && `${start}${next}`;
    }
    expect([seen.length, new Set(seen).size], start).toEqual([101, 101]);
  }
});

test("nobody but a director changes anything", async () => {
  const { id: speaker } = (await rows<{ id: string }>("SELECT id FROM speakers LIMIT 1"))[0]!;
  const { id: video } = (await rows<{ id: string }>("SELECT id FROM recordings LIMIT 1"))[0]!;
  for (const account of ["new", "reviewer", "subscriber"]) {
    const browser = await signedIn(account);
    const posts: [string, Record<string, string>][] = [
      ["/staff/speakers/new", { name: "Intruder" }],
      [`/staff/speakers/${speaker}`, { intent: "remove", version: "1" }],
      [`/staff/speakers/${speaker}?picture=profile`, { intent: "remove-picture" }],
      ["/staff/videos/new", VIDEO],
      [`/staff/videos/${video}`, { intent: "remove", version: "1" }],
      [`/staff/videos/${video}?picture=thumbnail`, { intent: "remove-picture" }],
      ["/staff/videos/categories", { title: "Intruder" }],
      ["/staff/sorting", { list: "speakers", item: speaker, to: "before x" }],
    ];
    for (const [path, fields] of posts) {
      const refused = await changingNothing(() => browser.post(path, fields));
      expect(refused.status, `${account} ${path}`).toBe(403);
    }
    const upload = await changingNothing(() =>
      uploading(browser, `/staff/speakers/${speaker}?picture=profile`, [file(png(9, 9))]),
    );
    expect(upload.status).toBe(403);
    for (const path of [
      `/staff/speakers/${speaker}?picture=profile`,
      `/staff/videos/${video}?picture=thumbnail`,
    ])
      expect((await uploading(browser, path, [file(new Uint8Array(5_400_000))])).status).toBe(403);
  }
});

describe("a form that is sent twice", () => {
  const both = async (send: () => Promise<Response>) => {
    const answers = [...(await Promise.all([send(), send()])), await send()];
    return answers.map(({ status, headers }) => [status, headers.get("Location")]);
  };

  test("adds one speaker, and leads to that speaker each time; with another name it adds another", async () => {
    const page = await director.open("/staff/speakers/new");
    const { entry } = Object.fromEntries(page.form("Add speaker").fields);
    const text = { title: "Guide", organisation: "", biography: "" };
    const add = (name: string) =>
      director.post("/staff/speakers/new", { ...text, name, entry: String(entry) });
    const answers = await both(() => add("Pressed Twice"));
    const id = await speakerAt("Pressed Twice");
    expect(answers).toEqual(Array(3).fill([302, `/staff/speakers/${id}?saved`]));
    expect(await rows("SELECT 1 FROM speakers WHERE name = 'Pressed Twice'")).toHaveLength(1);
    expect((await add("Pressed Again")).status).toBe(302);
    expect(await speakerAt("Pressed Again")).not.toBe(id);
  });

  test("adds one video, with its words and speakers, and leads to that video each time", async () => {
    const speaker = await newSpeaker("In One Video");
    const page = await director.open("/staff/videos/new");
    const { entry } = Object.fromEntries(page.form("Add video").fields);
    const fields = { ...VIDEO, title: "Pressed twice", speakers: speaker, entry: String(entry) };
    const answers = await both(() => director.post("/staff/videos/new", fields));
    const [video, ...more] = await rows<{ id: string }>(
      "SELECT id FROM recordings WHERE title = 'Pressed twice'",
    );
    expect([answers, more]).toEqual([Array(3).fill([302, `/staff/videos/${video!.id}?saved`]), []]);
    expect(await wordsOf(video!.id)).toContain("pressed");
    expect(await rows("SELECT 1 FROM audit WHERE object = ?", `videos/${video!.id}`)).toHaveLength(1);
  });

  test("saves a speaker once, and says each time that it is saved", async () => {
    const id = await newSpeaker("Saved Twice");
    const page = await director.open(`/staff/speakers/${id}`);
    const save = () => page.press("Save", { biography: "About rivers." });
    expect([(await save()).status, (await save()).status]).toEqual([302, 302]);
    expect(await row("SELECT version FROM speakers WHERE id = ?", id)).toEqual({ version: 2 });
  });

  test("saves a video once, and says each time that it is saved", async () => {
    const speaker = await newSpeaker("In A Saved Video");
    const id = await newVideo("Saved twice");
    const fields = { ...VIDEO, title: "Saved twice", description: "Changed.", intent: "save", version: "1" };
    const save = (description = "Changed.") =>
      director.post(`/staff/videos/${id}`, { ...fields, speakers: speaker, description });
    expect([(await save()).status, (await save()).status]).toEqual([302, 302]);
    expect(await row("SELECT version FROM recordings WHERE id = ?", id)).toEqual({ version: 2 });
    expect((await save("Something else.")).status).toBe(409);
  });

  test("makes one category; somebody else hears that it is there", async () => {
    const add = (browser: Browser) =>
      browser.post("/staff/videos/categories", { intent: "create", title: "Pressed twice" });
    expect((await both(() => add(director))).map(([status]) => status)).toEqual([302, 302, 302]);
    const refused = await add(other);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining(libraryMessages.videos.categoryExists),
    ]);
  });
});
