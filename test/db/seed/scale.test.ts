import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import { scaleLedgerStatements, scaleStatements } from "#db/seed/scale.ts";
import { isShown, tidyAnswer } from "~/applications/questions.ts";
import { answerWords, nameWords } from "~/applications/search-words.ts";
import { maySubmit } from "~/applications/submission.ts";
import { isTelephone } from "~/applications/telephone.ts";
import { isCountry } from "~/values/countries.ts";

import { DEMO_TIME, fillScale } from "../../support/scale.ts";
import { emptying, row, rows, run } from "../../support/storage.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const PEOPLE = 1_500;
const HALF = 700;

test("the statements are of a size that D1 accepts and bind nothing", () => {
  const scale = { applications: 100_000, now: DEMO_TIME, realNow: Date.now() };
  for (const statement of [...scaleStatements(scale), ...scaleLedgerStatements(scale)]) {
    expect(new TextEncoder().encode(statement).length).toBeLessThan(50_000);
    expect(statement.replace(/'(?:[^']|'')*'/g, "")).not.toMatch(/[?;'](?!$)|undefined|NaN/);
  }
});

test("they stand in every state, and the checker finds nothing wrong with them", async () => {
  await fillScale(HALF);
  await fillScale(PEOPLE, HALF);
  expect(await row("SELECT count(*) AS number FROM applications WHERE uid GLOB 'scale*'")).toEqual({
    number: PEOPLE,
  });
  const states = await rows<{ state: string }>(
    `SELECT DISTINCT coalesce(payments.state, decisions.decision || (decisions.told_at IS NULL),
        applications.submitted_at IS NULL) AS state
      FROM applications LEFT JOIN decisions ON decisions.uid = applications.uid
      LEFT JOIN payments ON payments.delegate_uid = applications.uid AND payments.state <> 'declined'
      WHERE applications.uid GLOB 'scale*' ORDER BY 1`,
  );
  expect(states.map(({ state }) => String(state))).toEqual([
    ...["0", "1", "Accepted0", "Accepted1", "Deferred to virtual0", "Deferred to virtual1"],
    ...["Rejected0", "Rejected1", "Waitlisted0", "Waitlisted1", "captured", "refunded"],
  ]);
  for (const table of ["answers", "search_words", "documents", "assignments", "reviews", "comments"])
    expect(await rows(`SELECT 1 FROM ${table} WHERE uid GLOB 'scale*' LIMIT 1`), table).toHaveLength(1);
  expect(await rows("SELECT 1 FROM subscriptions WHERE uid GLOB 'scale*' LIMIT 1")).toHaveLength(1);

  await keepHouse({}, TENTH);
  expect(await row("SELECT findings FROM inspections")).toEqual({ findings: "[]" });
  // The checks find a mistake in these rows too.
  await run(
    "UPDATE subscriptions SET paid_until = paid_until + 1 WHERE uid = (SELECT min(uid) FROM subscriptions WHERE uid GLOB 'scale*')",
  );
  await run("DELETE FROM inspections");
  await keepHouse({}, TENTH);
  expect(await row("SELECT findings FROM inspections")).toMatchObject({
    findings: expect.stringContaining("paid to the end of its last period"),
  });
});

test("everybody who submitted was able to, and is found by each word of their name", async () => {
  const base = baseRows(DEMO_TIME);
  const people = await rows<{ uid: string; given: string; words: string }>(
    `SELECT uid, (SELECT json_group_object(section_id, json(answers)) FROM answers WHERE answers.uid = applications.uid) AS given,
        (SELECT json_group_array(word) FROM search_words WHERE search_words.uid = applications.uid) AS words
      FROM applications WHERE uid GLOB 'scale*' AND submitted_at IS NOT NULL ORDER BY uid LIMIT 400`,
  );
  expect(people).toHaveLength(400);
  for (const { uid, given, words } of people) {
    const answers = Object.assign({}, ...Object.values(JSON.parse(given))) as Record<string, string>;
    const ruling = maySubmit({
      ...{ questions: base.questions, answers, documents: new Set(["resume"]), now: DEMO_TIME },
      ...{
        rounds: base.rounds.map((round) => ({ ...round, releasedAt: null })),
        inPersonEvent: base.events[0]!,
      },
      submittedAt: null,
      reference: { isCountry, isTelephone, today: "2022-12-17" },
    });
    expect(ruling, uid).toEqual({ allowed: true });
    for (const question of base.questions.filter((one) => isShown(one, answers)))
      expect(tidyAnswer(question, answers[question.id] ?? "")).toBe(answers[question.id] ?? "");
    // The people of the crowd are found by name, institution and country. No option of their other answers is searched.
    const searched = base.questions.filter(({ id, kind }) => id === "institution" || kind === "country");
    expect(JSON.parse(words).sort()).toEqual(
      [...nameWords(answers), ...answerWords(searched, answers)].sort(),
    );
  }
});

test("the same number makes the same people, all at once or in parts", async () => {
  const tables = ["assignments", "reviews", "comments", "decisions", "search_words", "answers"];
  const people = () =>
    Promise.all(
      tables.map((table) => rows(`SELECT * FROM ${table} WHERE uid GLOB 'scale*' ORDER BY 1, 2, 3`)),
    );
  const inParts = await people();
  for (const statement of emptying(tables)) await statement.run();
  await fillScale(PEOPLE);
  expect(await people()).toEqual(inParts);
});
