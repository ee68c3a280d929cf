import { beforeAll, expect, test } from "vitest";
import { type Page, signedIn } from "../../support/browser.ts";
import { fiveRounds } from "../../support/edition-documents.ts";
import { wordsOf } from "../../support/page.ts";
import { PLANTED_SINCE } from "../../support/planted-mistakes.ts";
import { row, run } from "../../support/storage.ts";

const EDITION = "aconf_2024";
const PUBLISH = `/admin/editions/${EDITION}/publish`;

/** Stores a draft as if a director had saved it. */
async function draft(document: object, base: object | null) {
  const { newest } = await row<{ newest: number | null }>(
    "SELECT max(revision) AS newest FROM edition_revisions WHERE conference_id = ?",
    EDITION,
  );
  await run(
    `INSERT INTO edition_revisions (conference_id, revision, document, base, author_uid, created_at)
      VALUES (?, ?, ?, ?, 'director', 0)`,
    EDITION,
    (newest ?? 0) + 1,
    JSON.stringify(document),
    base && JSON.stringify(base),
  );
}

/** The places to which the findings on a page lead, each with the words of all its findings. */
const findingsOn = ({ html }: Page) =>
  Array.from(html.matchAll(/<li><a href="([^"]*)">[^<]*<\/a><ul>(.*?)<\/ul><\/li>/g), ([, href, said]) => ({
    href,
    text: wordsOf(said!),
  }));

beforeAll(async () => {
  await draft(fiveRounds(), null);
  const page = await (await signedIn("director")).open(PUBLISH);
  expect((await page.press("Publish now")).status).toBe(302);
  for (const id of ["one", "two"])
    await run(
      `INSERT INTO programme_sessions
        (id, conference_id, title, description, day, starts_at, ends_at, speakers, access_level, version, changed_at)
        VALUES (?, ?, 'On board', '', '2024-08-16', 1723770000000, 1723773600000, '[]', 'ferry', 1, 0)`,
      id,
      EDITION,
    );
});

test.each(PLANTED_SINCE)("$name is said on the page that publishes, before the button", async ({
  plant,
  finds,
  says,
}) => {
  const edition = fiveRounds();
  plant(edition);
  await draft(edition, fiveRounds());
  const page = await (await signedIn("director")).open(PUBLISH);
  const said = page.text.indexOf(says);
  expect([said >= 0, page.text.indexOf("Publish now") > said]).toEqual([true, true]);
  const [, part, item] = / (\S+?)\/(\w+)/.exec(finds[0]!)!;
  // The agreement is not a list of items, so its findings lead to its page.
  const place = part === "agreement" ? part : `${part}(/\\w+)?\\?open=${item}#item-${item}`;
  expect(findingsOn(page).find(({ text }) => text.includes(says))?.href).toMatch(
    new RegExp(`^/admin/editions/${EDITION}/${place}$`),
  );
});
