import { beforeAll, expect, test } from "vitest";
import { newId } from "~/platform/ids.server.ts";
import { Browser } from "../support/browser.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { colleague } from "../support/staff.ts";
import { rows, run } from "../support/storage.ts";
import { holder, SHIRT } from "../support/transfers.ts";

/** Gives somebody a name for the badge, and changes the answers in `more`. */
const known = async (uid: string, badgeName: string, more: Record<string, string> = {}) => {
  const changes = Object.fromEntries(
    Object.entries({ badgeName, ...more }).map(([id, to]) => [id, { from: "", to }]),
  );
  await run(
    "INSERT INTO detail_changes SELECT conference_id, uid, 1, ?, 0, 0 FROM applications WHERE uid = ?",
    JSON.stringify(changes),
    uid,
  );
};

const session = async (capacity: number | null) => {
  const id = newId();
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers,
      capacity, version, changed_at) VALUES (?, ?, 'Tea & talk', '', '2023-02-18', ?, ?, '[]', ?, 1, 0)`,
    ...[id, CONFERENCE, Date.parse("2023-02-18T15:00:00Z"), Date.parse("2023-02-18T16:00:00Z"), capacity],
  );
  return id;
};
const choose = (session: string, uid: string, state: "held" | "waiting", chosenAt: number) =>
  run("INSERT INTO places VALUES (?, ?, ?, ?, ?)", session, uid, CONFERENCE, state, chosenAt);

type Helper = Awaited<ReturnType<typeof colleague>>;
let helper: Helper;
beforeAll(async () => {
  helper = await colleague("door");
});

const page = (query: string) => helper.browser.open(`/admin/day${query}`);
const file = async (query: string) => {
  const answer = await helper.browser.get(`/admin/day.csv${query}`);
  expect(answer.status).toBe(200);
  return (await answer.text())
    .replace(/^\ufeff/, "")
    .trim()
    .split("\r\n")
    .map((line) => line.slice(1, -1).split('","'));
};

test("a roster names who has a place, by last name, and who waits, in order; nobody without a pass", async () => {
  const id = await session(2);
  const [first, second, third, fourth, without] = [
    await holder(),
    await holder(),
    await holder(),
    await holder(),
    await readyToPay(),
  ];
  await known(first.uid, "Zed Adams");
  await run(
    `UPDATE answers SET answers = json_set(answers, '$.lastName', 'Zulu') WHERE uid = ? AND section_id = 'about'`,
    first.uid,
  );
  await known(second.uid, "Bea Baker");
  await known(third.uid, "Cy Clark");
  await known(fourth.uid, "Di Dunn");
  await known(without.uid, "Never Paid");
  await choose(id, first.uid, "held", 1);
  await choose(id, second.uid, "held", 2);
  await choose(id, without.uid, "waiting", 3);
  await choose(id, fourth.uid, "waiting", 4);
  await choose(id, third.uid, "waiting", 5);

  expect(await file(`?session=${id}`)).toEqual([
    ["Name", "Institution", "Place"],
    ["Bea Baker", "", "Has a place"],
    ["Zed Adams", "", "Has a place"],
    ["Di Dunn", "", "Waiting, 2nd"],
    ["Cy Clark", "", "Waiting, 3rd"],
    ["End of file: 4 rows"],
  ]);
  const shown = await page(`?session=${id}`);
  expect(shown.text).toContain("1 more person chose this session and holds no pass.");
  expect(shown.text).not.toContain("Never Paid");
  expect(shown.text).toContain("Sat 18 Feb, 10:00–11:00");
  // Once the pass is given back, the name is on no list.
  await giveBack(second.id, { items: "goldPlus" });
  expect((await page(`?session=${id}`)).text).not.toContain("Bea Baker");
});

test("shirts are counted by size, and each is on the list with its size", async () => {
  const person = await holder();
  await known(person.uid, "Sam Shirt");
  const before = (await page(`?addOn=${SHIRT}`)).text;
  expect(before).toContain("Sam Shirt");
  const line = (await file(`?addOn=${SHIRT}`)).find(([name]) => name === "Sam Shirt");
  expect(line).toEqual(["Sam Shirt", "", "M"]);
  const { number } = (
    await rows<{ number: number }>(
      "SELECT count(*) AS number FROM holdings WHERE item = ? AND variant = 'M' AND state = 'held'",
      SHIRT,
    )
  )[0]!;
  expect((await page("")).text).toContain(`M ${number}`);
  await giveBack(person.id, { items: "goldPlus" });
  expect((await file(`?addOn=${SHIRT}`)).map(([name]) => name)).not.toContain("Sam Shirt");
  // A mug has no size, so its list has no column for one.
  expect((await file("?addOn=h2023mug"))[0]).toEqual(["Name", "Institution"]);
});

test("diets are counted as answered, with the latest answer, and those who need nothing are not named", async () => {
  const [vegan, same, none, gone, unpaid] = [
    await holder(),
    await holder(),
    await holder(),
    await holder(),
    await readyToPay(),
  ];
  for (const { uid } of [vegan, same])
    await run(
      "INSERT INTO answers VALUES (?, ?, 'participation', 1, ?, 0)",
      ...[CONFERENCE, uid, JSON.stringify({ dietary: "Fruitarian-Q" })],
    );
  await known(vegan.uid, "Vera Vegan");
  await known(same.uid, "Tom Twice", { dietary: "fruitarian-q." });
  await known(none.uid, "Nora None", { dietary: "None" });
  await known(gone.uid, "Guy Gone", { dietary: "Fruitarian-Q" });
  await known(unpaid.uid, "Una Unpaid", { dietary: "Fruitarian-Q" });
  await giveBack(gone.id, { items: "goldPlus" });
  const list = await file("?question=dietary");
  expect(list[0]).toEqual(["Name", "Answer"]);
  expect(list.filter(([, answer]) => /fruitarian/i.test(answer ?? ""))).toEqual([
    ["Vera Vegan", "Fruitarian-Q"],
    ["Tom Twice", "fruitarian-q."],
  ]);
  const { text } = await page("?question=dietary");
  expect(text).toMatch(/Fruitarian-Q\s*2/i);
  expect(text).toContain("Need nothing");
  for (const name of ["Nora None", "Guy Gone", "Una Unpaid"]) expect(text).not.toContain(name);
});

test("the list of countries has the people of Norway and Namibia, too", async () => {
  const [norway, namibia] = [await holder(), await holder()];
  await known(norway.uid, "Nils Norway", { nationality: "NO" });
  await known(namibia.uid, "Nangula Namibia", { nationality: "NA" });
  const set = (onSite: number) =>
    run(
      "UPDATE questions SET on_site = ? WHERE conference_id = ? AND id = 'nationality'",
      onSite,
      CONFERENCE,
    );
  await set(1);
  try {
    const list = await file("?question=nationality");
    expect(list).toContainEqual(["Nils Norway", "Norway"]);
    expect(list).toContainEqual(["Nangula Namibia", "Namibia"]);
  } finally {
    await set(0);
  }
});

test("an answer that the form hides is on no list", async () => {
  const person = await holder();
  await run(
    "INSERT INTO answers VALUES (?, ?, 'participation', 1, ?, 0)",
    ...[CONFERENCE, person.uid, JSON.stringify({ participation: "Virtual", dietary: "Sunlight only" })],
  );
  const dependsOn = JSON.stringify({ field: "participation", values: ["In person"] });
  expect((await page("?question=dietary")).text).toContain("Sunlight only");
  const set = (value: string | null) =>
    run("UPDATE questions SET depends_on = ? WHERE conference_id = ? AND id = 'dietary'", value, CONFERENCE);
  await set(dependsOn);
  try {
    expect((await page("?question=dietary")).text).not.toContain("Sunlight only");
    expect(JSON.stringify(await file("?question=dietary"))).not.toContain("Sunlight only");
  } finally {
    await set(null);
  }
});

test("the lists have no address, birth date or money, and the page before them has no name", async () => {
  const person = await holder();
  await known(person.uid, "Quincy Quiet", { dietary: "Vegan" });
  const index = await page("");
  expect(index.text).not.toContain("Quincy Quiet");
  for (const query of [`?addOn=${SHIRT}`, "?question=dietary"]) {
    const { html, text } = await page(query);
    expect(text).toContain("Quincy Quiet");
    expect(html).not.toContain(person.email);
    expect(text).not.toMatch(/\$\d/);
  }
});

test("only questions for the day have a list, and what there is not is not found", async () => {
  for (const query of ["?session=none", "?addOn=goldPlus", "?question=institution", "?question=dateOfBirth"])
    for (const path of ["/admin/day", "/admin/day.csv"])
      expect([path, query, (await helper.browser.get(path + query)).status]).toEqual([path, query, 404]);
  expect((await helper.browser.get("/admin/day.csv")).status).toBe(404);
});

test("lists are for the door team alone, and each look is recorded", async () => {
  const own = await colleague("door");
  await own.browser.get("/admin/day");
  const recorded = () => rows("SELECT object FROM audit WHERE actor_uid = ?", own.uid);
  const before = (await recorded()).length;
  await own.browser.get("/admin/day?question=dietary");
  expect((await recorded()).slice(before)).toEqual([{ object: "exports/day/question" }]);
  for (const [browser, status] of [
    [new Browser(), 401],
    [(await delegate()).browser, 403],
    [(await colleague("reviewer")).browser, 403],
    [(await colleague("treasurer")).browser, 403],
  ] as const)
    for (const path of ["/admin/day", "/admin/day?question=dietary", "/admin/day.csv?question=dietary"])
      expect([path, (await browser.get(path)).status]).toEqual([path, status]);
});
