import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { demoUid } from "#db/seed/demo.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { readEdition } from "~/editions/edition-rows.server.ts";
import { editionMessages } from "~/editions/messages.ts";
import { paymentStatements } from "../../support/bills.ts";
import { signedIn } from "../../support/browser.ts";
import { documentOfSeed } from "../../support/edition-documents.ts";
import { overtake } from "../../support/overtake.ts";
import { CONFERENCE, delegate } from "../../support/people.ts";
import { changingNothing, run, runAll } from "../../support/storage.ts";

const PUBLISH = `/admin/editions/${CONFERENCE}/publish`;

const live = async (): Promise<EditionDocument> =>
  (await readEdition(connect(env.DB, newMeter()), CONFERENCE, documentOfSeed().site))!.document;

/** Saves a draft that differs from what is published. */
async function draft(change: (document: EditionDocument) => void) {
  const published = await live();
  const document = structuredClone(published);
  change(document);
  await run(
    `INSERT INTO edition_revisions (conference_id, revision, document, base, author_uid, created_at)
      SELECT ?1, coalesce(max(revision), 0) + 1, ?2, ?3, 'test', 0 FROM edition_revisions WHERE conference_id = ?1`,
    CONFERENCE,
    JSON.stringify(document),
    JSON.stringify(published),
  );
}

const director = await signedIn("director");

beforeAll(async () => {
  // The draft adds things that nobody uses yet.
  await draft(({ addOns, criteria, sections }) => {
    addOns.push({ ...addOns[1]!, id: "spareAddOn", title: "Spare add-on" });
    criteria.push({ id: "spareCriterion", title: "Spare criterion", hint: null, weight: 1 });
    const [asked] = sections[0]!.questions;
    const question = { ...asked!, required: "never" as const };
    sections.push({
      ...{ id: "spareSection", title: "Spare section", introduction: null },
      questions: [
        { ...question, id: "spareQuestion", text: "Spare question?" },
        { ...question, id: "spareDocument", text: "Spare document?", kind: "document upload" },
      ],
    });
    sections.push({ id: "otherSection", title: "Other section", introduction: null, questions: [] });
  });
  expect((await (await director.open(PUBLISH)).press("Publish now")).status).toBe(302);
});

const without = (list: { id: string }[], id: string) =>
  list.splice(
    list.findIndex((item) => item.id === id),
    1,
  );
const applicant = () => delegate({ submittedAt: "2022-11-11T18:05:00Z" });
const answered = async (section: string, values: Record<string, string>) => {
  const { uid } = await applicant();
  await run(
    "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, ?, 1, ?, 0)",
    CONFERENCE,
    uid,
    section,
    JSON.stringify(values),
  );
};

type Case = [
  what: string,
  remove: (document: EditionDocument) => void,
  use: () => Promise<unknown>,
  said: RegExp,
];
const CASES: Case[] = [
  [
    "an add-on that is bought",
    ({ addOns }) => without(addOns, "spareAddOn"),
    async () => {
      const { uid } = await applicant();
      await runAll(
        paymentStatements({
          ...{ id: "spare000000000000001", uid, addOns: '{"spareAddOn":true}', amountCents: 57_500 },
          ...{ state: "released", transactionId: "spare", resolvedAt: 0 },
        }),
      );
    },
    /The add-on “Spare add-on” stands in 1 payment/,
  ],
  [
    "a criterion that is scored",
    ({ criteria }) => without(criteria, "spareCriterion"),
    async () => {
      const { uid } = await applicant();
      await run(
        `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
          VALUES (?, ?, ?, '{"spareCriterion":3}', 300, 'Accepted', 1, 0, 0)`,
        CONFERENCE,
        uid,
        demoUid("reviewer"),
      );
    },
    /The criterion “Spare criterion” is scored in 1 review/,
  ],
  [
    "a question that is answered",
    ({ sections }) => without(sections.at(-2)!.questions, "spareQuestion"),
    () => answered("spareSection", { spareQuestion: "Here" }),
    /“Spare question\?” is answered in 1 application/,
  ],
  [
    "a section that is answered",
    ({ sections }) => without(sections, "otherSection"),
    () => answered("otherSection", {}),
    /The section “Other section” holds answers of 1 application/,
  ],
];

test.each(CASES)("%s while it is taken away stays", async (_, remove, use, said) => {
  await draft(remove);
  const page = await director.open(PUBLISH);
  expect(page.text).not.toContain(editionMessages.inUse);
  const racing = await signedIn("director");
  const plan = await racing.open(PUBLISH);
  const before = await live();
  const happened = overtake(racing, 'insert into "edition_publications"', use);
  const refused = await changingNothing(() => plan.press("Publish now"), {
    but: [
      ...[
        "users",
        "profiles",
        "sessions",
        "applications",
        "answers",
        "orders",
        "payments",
        "holdings",
        "reviews",
      ],
      ...["tallies", "documents"],
    ],
  });
  expect(happened()).toBe(true);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(editionMessages.publishedMeanwhile);
  expect(await live()).toEqual(before);
  expect((await director.open(PUBLISH)).text).toMatch(said);
});

test("a deadline by which somebody was told their round stays", async () => {
  await run("DELETE FROM decisions");
  await draft(({ rounds }) => {
    // With these deadlines, the regular round would contain the people who applied early.
    for (const round of rounds) round.deadline += 60_000;
    const [first] = rounds;
    rounds[0] = { ...first!, deadline: Date.parse("2022-11-01T12:00Z") };
  });
  const racing = await signedIn("director");
  const plan = await racing.open(PUBLISH);
  expect(plan.text).not.toContain(editionMessages.inUse);
  const before = await live();
  const happened = overtake(racing, 'insert into "edition_publications"', () =>
    delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" }),
  );
  expect((await plan.press("Publish now")).status).toBe(409);
  expect(happened()).toBe(true);
  expect(await live()).toEqual(before);
  expect((await director.open(PUBLISH)).text).toContain("who can see a decision would move to another round");
});

test("a last deadline before a submitted application is not published: it would belong to no round", async () => {
  await run("DELETE FROM decisions");
  const last = Math.max(...(await live()).rounds.map(({ deadline }) => deadline));
  const earlier = last - 60 * 60_000;
  await run("DELETE FROM applications WHERE conference_id = ? AND submitted_at > ?", CONFERENCE, earlier);
  await draft(({ rounds }) => {
    for (const round of rounds) round.deadline = Math.min(round.deadline, earlier);
  });
  const racing = await signedIn("director");
  const plan = await racing.open(PUBLISH);
  expect(plan.text).not.toContain(editionMessages.inUse);
  const before = await live();
  const happened = overtake(racing, 'insert into "edition_publications"', () =>
    delegate({ submittedAt: new Date(earlier + 60_000).toISOString() }),
  );
  expect((await plan.press("Publish now")).status).toBe(409);
  expect(happened()).toBe(true);
  expect(await live()).toEqual(before);
  expect((await director.open(PUBLISH)).text).toContain(
    "1 application was submitted after the last deadline",
  );
});
