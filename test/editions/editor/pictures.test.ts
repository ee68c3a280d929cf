import { afterAll, expect, test } from "vitest";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { imageHeader } from "~/library/images.ts";
import { libraryMessages } from "~/library/messages.ts";
import { type Browser, type Page, signedIn } from "../../support/browser.ts";
import { jpeg, png, webp } from "../../support/images.ts";
import { formsIn } from "../../support/page.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, row, run } from "../../support/storage.ts";

const SITE = `/admin/editions/${CONFERENCE}/site`;
const ADD_ONS = `/admin/editions/${CONFERENCE}/add-ons`;
const director = await signedIn("director");

afterAll(() => run("DELETE FROM settings WHERE key = 'logo'"));

const drafted = async (): Promise<EditionDocument> =>
  JSON.parse(
    (
      await row<{ document: string }>(
        "SELECT document FROM edition_revisions WHERE conference_id = ? ORDER BY revision DESC LIMIT 1",
        CONFERENCE,
      )
    ).document,
  ) as EditionDocument;

/** Saves a part in the way of a browser that sends files. */
async function save(
  browser: Browser,
  page: Page | string,
  fields: Record<string, string | File>,
): Promise<{ status: number; html: string }> {
  const opened = typeof page === "string" ? await browser.open(page) : page;
  const form = opened.form("Save");
  const kept = Object.fromEntries(form.fields.filter(([name]) => !(name in fields)));
  const response = await browser.upload(opened.path, { ...kept, intent: "save", ...fields });
  return { status: response.status, html: await response.text() };
}

const fileOf = (bytes: Uint8Array, name: string, type: string) =>
  new File([bytes as Uint8Array<ArrayBuffer>], name, { type });

test.each([
  ["png", png(1000, 500)],
  ["jpeg", jpeg()],
  ["webp", webp()],
])("a logo in %s is drawn anew, drafted, and shown once it is published", async (kind, bytes) => {
  expect(
    (await save(director, SITE, { "0.logo.upload": fileOf(bytes, `logo.${kind}`, `image/${kind}`) })).status,
  ).toBe(302);
  const { logo } = (await drafted()).site;
  expect(logo).toMatch(/^\/media\/editions\/aconf_2023\/logo-[0-9a-f]{16}\.png$/);
  const file = await director.get(logo!);
  expect(file.headers.get("Content-Type")).toBe("image/webp");
  const { width, height } = imageHeader(new Uint8Array(await file.arrayBuffer()))!;
  expect(width <= 480 && height <= 120).toBe(true);
  const delegate = await signedIn("new");
  expect((await delegate.open("/")).html).not.toContain(logo);
  await (await director.open(`/admin/editions/${CONFERENCE}/publish`)).press("Publish now");
  expect((await delegate.open("/")).html).toContain(`<img src="${logo}"`);
});

test("a picture is taken away by its box", async () => {
  expect((await save(director, SITE, { "0.logo.none": "true" })).status).toBe(302);
  expect((await drafted()).site.logo).toBeNull();
});

test("an add-on gets a picture of its own, and the others keep theirs", async () => {
  const { addOns: before } = await drafted();
  const upload = fileOf(png(600, 300), "mug.png", "image/png");
  expect((await save(director, ADD_ONS, { "1.image.upload": upload })).status).toBe(302);
  const { addOns } = await drafted();
  expect(addOns[1]!.image).toMatch(/^\/media\/editions\/aconf_2023\/add-on-/);
  expect(addOns.map(({ image }, index) => (index === 1 ? before[1]!.image : image))).toEqual(
    before.map(({ image }) => image),
  );
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each([
  ["a drawing that could hold a script", fileOf(new TextEncoder().encode(SVG), "logo.svg", "image/svg+xml")],
  ["a drawing that says it is a PNG", fileOf(new TextEncoder().encode(SVG), "logo.png", "image/png")],
  ["half a picture", fileOf(png(300, 300).slice(0, 200), "logo.png", "image/png")],
])("%s is refused, and what was typed stays", async (_, upload) => {
  const refused = await changingNothing(() =>
    save(director, SITE, { "0.logo.upload": upload, "0.shortName": "Typed" }),
  );
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(libraryMessages.unexpectedFileType);
  expect(refused.html).toContain('value="Typed"');
});

test("a picture beside a mistake need not be chosen again", async () => {
  const page = await director.open(SITE);
  const upload = fileOf(png(200, 100), "logo.png", "image/png");
  const refused = await changingNothing(
    () => save(director, page, { "0.logo.upload": upload, "0.supportEmail": "nobody" }),
    { but: ["files"] },
  );
  expect(refused.status).toBe(400);
  const shown = (await formsIn(refused.html)).find(({ buttons }) =>
    buttons.some(({ text }) => text === "Save"),
  )!;
  const fields = Object.fromEntries(shown.fields);
  const mended = { ...fields, intent: "save", "0.supportEmail": "help@forum.org" };
  expect((await director.upload(SITE, mended)).status).toBe(302);
  const { site } = await drafted();
  expect(site).toMatchObject({ logo: fields["0.logo"], supportEmail: "help@forum.org" });
  expect((await director.get(site.logo!)).status).toBe(200);
});

test.each([
  "https://elsewhere.example/a.png",
  "//elsewhere.example/a.png",
  "/logout",
  "/media/../x.png",
  "javascript:0",
])("the address %s is no picture", async (address) => {
  const refused = await changingNothing(() => save(director, SITE, { "0.logo": address }));
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(editionMessages.notAPicture);
  expect(refused.html).not.toContain(`src="${address}"`);
});

test("where one save can have several pictures, the page says how large they may be together", async () => {
  expect((await director.open(ADD_ONS)).text).toContain(libraryMessages.images.together);
  const rounds = await director.open(`/admin/editions/${CONFERENCE}/rounds`);
  expect(rounds.text).not.toContain(libraryMessages.images.together);
});
