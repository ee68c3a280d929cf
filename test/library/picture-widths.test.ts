import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { imageHeader, lightKey } from "~/library/images.ts";
import { picturesBy } from "~/library/picture-converter.server.ts";
import { pictureModules } from "~/library/picture-modules.server.ts";
import { completePictures } from "~/library/pictures.server.ts";
import { r2FileStore } from "~/platform/ports/file-store.server.ts";
import { PICTURES, type PictureName, type PictureShape } from "~/values/pictures.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { png } from "../support/images.ts";
import { CONFERENCE } from "../support/people.ts";
import { files, row } from "../support/storage.ts";

const HASH = "0123456789abcdef";
let director: Browser;

beforeAll(async () => {
  director = await signedIn("director");
});

/**
 * Stores a picture as an old portal stored it. Without `light`, the picture has no light forms. With `light`, it has no
 * narrower forms.
 */
async function storeOld(key: string, bytes: Uint8Array, light?: Uint8Array) {
  await env.FILES.put(key, bytes, { httpMetadata: { contentType: "image/png" } });
  if (light) await env.FILES.put(lightKey(key), light, { httpMetadata: { contentType: "image/webp" } });
  return key;
}

/** The picture that a browser gets at an address, and the width of this picture. */
async function shown(key: string, query = "") {
  const answer = await director.get(`/media/${key.slice("assets/".length)}${query}`);
  expect(answer.status).toBe(200);
  const { kind, width } = imageHeader(new Uint8Array(await answer.arrayBuffer()))!;
  expect(answer.headers.get("Content-Type")).toBe(`image/${kind}`);
  return `${kind} ${width}`;
}

const widthsOf = (name: PictureName): readonly number[] => (PICTURES[name] as PictureShape).narrower;

/** Waits until all forms of a picture are there. */
const completed = (key: string, name: PictureName) =>
  vi.waitFor(
    async () =>
      expect(
        await Promise.all(
          [null, ...widthsOf(name)].map(
            async (width) => (await env.FILES.head(lightKey(key, width))) !== null,
          ),
        ),
      ).not.toContain(false),
    { timeout: 10_000, interval: 100 },
  );

async function newVideo(title: string): Promise<string> {
  const fields = { title, description: "", access: "open", source: "youtube", sourceId: "aqz-KE-bpKQ" };
  const made = await director.post("/staff/videos/new", { ...fields, length: "1:00", chapters: "" });
  expect(made.status, await made.clone().text()).toBe(302);
  return (await row<{ id: string }>("SELECT id FROM recordings WHERE title = ?", title)).id;
}

async function newSpeaker(name: string): Promise<string> {
  const fields = { name, title: "", organisation: "", biography: "" };
  expect((await director.post("/staff/speakers/new", fields)).status).toBe(302);
  return (await row<{ id: string }>("SELECT id FROM speakers WHERE name = ?", name)).id;
}

test("each width of a picture has an address", async () => {
  const id = await newVideo("In three widths");
  const body = new FormData();
  body.append("picture", new File([png(1400, 800) as BlobPart], "wide.png", { type: "image/png" }));
  const path = `/staff/videos/${id}?picture=thumbnail`;
  expect((await director.fetch(path, { method: "POST", body })).status).toBe(302);
  const { thumbnail_key: key } = await row<{ thumbnail_key: string }>(
    "SELECT thumbnail_key FROM recordings WHERE id = ?",
    id,
  );
  expect(await shown(key)).toBe("webp 1280");
  expect(await shown(key, "?width=360")).toBe("webp 360");
  expect(await shown(key, "?width=640")).toBe("webp 640");
  expect(await shown(key, "?width=641"), "no width of its kind").toBe("webp 1280");
  await director.post(path, { intent: "remove-picture" });
  await vi.waitFor(async () => expect(await files(`assets/videos/${id}/`)).toEqual([]));
});

test("a speaker's pictures of before are shown as they are, and get all forms when the speaker is saved", async () => {
  const id = await newSpeaker("Stored Long Ago");
  const profile = await storeOld(`assets/speakers/${id}/profile-${HASH}.png`, png(400, 400));
  const background = await storeOld(`assets/speakers/${id}/background-${HASH}.png`, png(300, 100));
  await env.DB.prepare("UPDATE speakers SET profile_key = ?, background_key = ? WHERE id = ?")
    .bind(profile, background, id)
    .run();
  for (const query of ["", "?width=200"]) expect(await shown(profile, query)).toBe("png 400");
  const page = await director.open(`/staff/speakers/${id}`);
  await page.press("Save");
  await completed(profile, "profile");
  await completed(background, "background");
  expect([await shown(profile), await shown(profile, "?width=200")]).toEqual(["webp 400", "webp 200"]);
  // The background was never as wide as 800 pixels.
  expect([await shown(background), await shown(background, "?width=800")]).toEqual(["webp 300", "webp 300"]);
  await director.post(`/staff/speakers/${id}`, { intent: "remove", version: "2" });
  await vi.waitFor(async () => expect(await files(`assets/speakers/${id}/`)).toEqual([]));
});

test("a thumbnail with one light form gets the narrower ones when its video is saved", async () => {
  const id = await newVideo("With one light form");
  const { light } = (await picturesBy(pictureModules).convert(png(1280, 720), {
    ...PICTURES.thumbnail,
    narrower: [],
  }))!;
  const made = await storeOld(`assets/videos/${id}/thumbnail-${HASH}.png`, png(1280, 720), light[0]!.webp);
  await env.DB.prepare("UPDATE recordings SET thumbnail_key = ? WHERE id = ?").bind(made, id).run();
  for (const query of ["", "?width=360", "?width=640"]) expect(await shown(made, query)).toBe("webp 1280");
  const page = await director.open(`/staff/videos/${id}`);
  await page.press("Save");
  await completed(made, "thumbnail");
  expect([await shown(made, "?width=360"), await shown(made, "?width=640")]).toEqual([
    "webp 360",
    "webp 640",
  ]);
});

test("an add-on's picture gets the narrower one when the add-ons are saved", async () => {
  const key = await storeOld(`assets/editions/${CONFERENCE}/add-on-${HASH}.png`, png(288, 288));
  const page = await director.open(`/admin/editions/${CONFERENCE}/add-ons`);
  const fields = Object.fromEntries(page.form("Save").fields);
  const saved = await director.upload(page.path, {
    ...fields,
    intent: "save",
    "1.image": `/media/editions/${CONFERENCE}/add-on-${HASH}.png`,
  });
  expect(saved.status).toBe(302);
  const { document } = await row<{ document: string }>(
    "SELECT document FROM edition_revisions WHERE conference_id = ? ORDER BY revision DESC LIMIT 1",
    CONFERENCE,
  );
  expect((JSON.parse(document) as EditionDocument).addOns[1]!.image).toContain(HASH);
  await completed(key, "add-on");
  expect([await shown(key), await shown(key, "?width=144")]).toEqual(["webp 288", "webp 144"]);
});

test("nothing stays of a picture that is removed while its forms are made", async () => {
  const key = await storeOld(`assets/speakers/gone/profile-${HASH}.png`, png(400, 400));
  const works: Promise<unknown>[] = [];
  const webp = new Uint8Array(9);
  const removing = {
    async convert() {
      await env.FILES.delete(key);
      return { png: webp, light: [null, 200].map((width) => ({ width, webp })) };
    },
  };
  const store = r2FileStore(env.FILES);
  completePictures({ files: store, pictures: removing, waitUntil: (work) => void works.push(work) }, [
    key,
    null,
  ]);
  await Promise.all(works);
  expect(await files("assets/speakers/gone/")).toEqual([]);
});

test("what cannot be read stays as it is, and what is complete is not made again", async () => {
  const [spoilt, whole] = ["spoilt", "whole"].map((id) => `assets/speakers/${id}/profile-${HASH}.png`);
  await storeOld(spoilt!, new Uint8Array(40));
  await storeOld(whole!, png(9, 9), new Uint8Array(9));
  await env.FILES.put(lightKey(whole!, 200), new Uint8Array(9));
  const works: Promise<unknown>[] = [];
  const convert = vi.fn(async () => null);
  const waitUntil = (work: Promise<unknown>) => void works.push(work);
  completePictures({ files: r2FileStore(env.FILES), pictures: { convert }, waitUntil }, [
    ...[spoilt!, whole!, `assets/speakers/lost/profile-${HASH}.png`],
    "assets/elsewhere.png",
  ]);
  await Promise.all(works);
  expect(convert).toHaveBeenCalledOnce();
  expect(await files("assets/speakers/spoilt/")).toHaveLength(1);
});
