import { expect, test } from "vitest";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { CONFERENCE } from "../support/people.ts";
import { row, run } from "../support/storage.ts";

const number = async (sql: string, ...values: unknown[]) =>
  Object.values(await row<Record<string, number>>(sql, ...values))[0]!;

const plain = (address: string) => address.replaceAll("&amp;", "&");
/** The addresses of the rows of a list, in order. */
const rowsOf = ({ html }: Page) =>
  [...html.matchAll(/<th role="rowheader"[^>]*>(?:<label.*?<\/label> )?<a href="([^"]*)"/g)].map(([, href]) =>
    plain(href!),
  );
/** The path of each row's page, without the query string, which describes the list. */
const pathsOf = (page: Page) => rowsOf(page).map((href) => href.split("?")[0]);

/** The heading of a column by which a list can be sorted: its link, and how it sorts the list now. */
function headingOf({ html }: Page, title: string) {
  const [, sort, href] =
    new RegExp(`<th role="columnheader"[^>]*?(?: aria-sort="(\\w+)")?><a href="([^"]*)">${title}<`).exec(
      html,
    ) ?? [];
  return { sort, href: href && plain(href) };
}

/** Opens a list, and turns its order round with the heading of a column. The filter of the list stays. */
async function turnedRound(
  browser: Browser,
  address: string,
  title: string,
  first: "ascending" | "descending",
) {
  const usual = await browser.open(address);
  const heading = headingOf(usual, title);
  expect(heading.sort, address).toBe(first);
  const { pathname, search } = new URL(heading.href!, `https://portal.test${address}`);
  const turned = await browser.open(pathname + search);
  expect(headingOf(turned, title).sort).toBe(first === "ascending" ? "descending" : "ascending");
  expect(pathsOf(turned).length, address).toBeGreaterThan(1);
  expect(pathsOf(turned), address).toEqual(pathsOf(usual).toReversed());
  return heading.href!;
}

test("the heading of a column turns a list round and keeps its filter", async () => {
  const director = await signedIn("director");
  const accounts = await turnedRound(director, "/admin/accounts?search=g", "E-mail", "ascending");
  expect(accounts).toBe("/admin/accounts?search=g&sort=-email");
  const payments = await turnedRound(director, "/admin/payments?state=captured", "Date", "descending");
  expect(payments).toBe("?state=captured&sort=date");
  const list = "/admin/delegates?show=everyone&round=early";
  const applications = await turnedRound(director, list, "Submitted", "descending");
  expect(applications).toBe("/admin/delegates?show=everyone&round=early&sort=submitted");
  expect((await director.open(applications)).html).toContain(
    '<input type="hidden" name="sort" value="submitted"',
  );
});

test("by score there are the applications that have one, the best first, and then the worst", async () => {
  const director = await signedIn("director");
  await run(
    "UPDATE applications SET mean_score = 100 + (submitted_at / 1000) % 400 WHERE conference_id = ? AND submitted_at IS NOT NULL",
    CONFERENCE,
  );
  const { href } = headingOf(await director.open("/admin/delegates?show=everyone"), "Mean");
  expect(href).toBe("/admin/delegates?show=everyone&sort=-score");
  await turnedRound(director, href!, "Mean", "descending");
  const scored = await number(
    "SELECT count(*) FROM applications WHERE conference_id = ? AND submitted_at IS NOT NULL AND mean_score IS NOT NULL",
    CONFERENCE,
  );
  expect(rowsOf(await director.open(href!))).toHaveLength(scored);
});

test("who does not decide is not offered to sort by the scores of others", async () => {
  const page = await (await signedIn("reviewer")).open("/admin/delegates?sort=-score");
  expect(headingOf(page, "Submitted").sort).toBe("descending");
  expect(headingOf(page, "Mean").href).toBeUndefined();
});

test("a list says how many rows it has, and the pages follow each other in both directions", async () => {
  const director = await signedIn("director");
  for (let n = 0; n < 120; n += 1)
    await run(
      "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?2, ?2, '', 0)",
      ...[`listed-${n}`, `zz${String(n).padStart(3, "0")}@many.example`],
    );
  const all = await number("SELECT count(*) FROM users");
  expect((await director.open("/admin/accounts")).text).toContain(`${all} accounts, 50 shown`);
  expect((await director.open("/admin/accounts?search=zz11")).text).toContain("10 accounts");
  expect((await director.open("/admin/accounts?search=zz")).text).toContain("50 shown, and there are more");
  const seen: string[] = [];
  let path: string | undefined = "/admin/accounts?search=zz&sort=-email";
  while (path) {
    const page: Page = await director.open(path);
    seen.push(...pathsOf(page).map((href) => href!));
    path = /<a href="([^"]*)" rel="next">/.exec(page.html)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `/admin/accounts/listed-${119 - n}`));
});

test("the number of applications is that of the filter", async () => {
  const director = await signedIn("director");
  const { undecided } = await row<{ undecided: number }>(
    `SELECT count(*) AS undecided FROM applications WHERE conference_id = ?1 AND submitted_at IS NOT NULL
      AND uid NOT IN (SELECT uid FROM decisions WHERE conference_id = ?1)`,
    CONFERENCE,
  );
  const page = await director.open("/admin/delegates?show=everyone&decision=undecided");
  expect(page.text).toContain(`${undecided} application`);
});

test.each([
  "/admin/accounts?search=g",
  "/admin/payments?state=captured",
  "/admin/delegates?show=everyone&round=early",
])("a page opened from %s leads back to the list, its filter and the row", async (list) => {
  const director = await signedIn("director");
  const page = await director.open(list);
  const [row] = rowsOf(page);
  const id = row!.split("?")[0]!.split("/").at(-1)!;
  expect(page.html).toContain(`id="row-${id}"`);
  const opened = await director.open(row!);
  expect(plain(opened.html)).toContain(`href="${list}#row-${id}"`);
});
