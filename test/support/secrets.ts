import { demoUid } from "#db/seed/demo.ts";
import type { Ability } from "~/values/abilities.ts";
import { CONFERENCE, delegate } from "./people.ts";
import { rows, run, runAll } from "./storage.ts";

/** The person whose secrets these are: their application is submitted, and no decision about it is released. */
export const SUBJECT = demoUid("submitted");
const OTHER_READER = demoUid("decisions");
/** A label that is on the application in only one of the two databases. */
const LABEL = "shortlist-secret";
/** A time after every release. */
const SET_AT = Date.parse("2022-12-17T14:00:00Z");

type Statement = [sql: string, parameters: unknown[]];

export const KINDS = ["decision", "offer", "award", "review", "comment", "answer", "label"] as const;
export type Kind = (typeof KINDS)[number];

/** The abilities with which a kind of secret can be seen. Each of them is enough. */
export const SEEN_WITH: Record<Kind, readonly Ability[]> = {
  decision: ["decide"],
  offer: ["decide"],
  award: ["money"],
  review: ["decide"],
  comment: ["decide"],
  answer: ["decide"],
  label: ["decide"],
};

/** The uid of somebody on the waiting list, to whom a place is offered in only one of the two databases. */
let waiting = "";

/**
 * Makes the rows that are the same in both databases. The subject's application is assigned to these readers. One of
 * them (`scorer`) and somebody who decides have scored it. Somebody else is on the waiting list.
 */
export async function prepareSecrets(readers: readonly string[], scorer: string): Promise<void> {
  waiting = (await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Waitlisted" })).uid;
  for (const table of ["reviews", "comments", "conflicts", "decisions"])
    await run(`DELETE FROM ${table} WHERE uid = ?`, SUBJECT);
  await run("DELETE FROM grants WHERE uid = ?", SUBJECT);
  for (const reader of readers)
    await run(
      `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)
        ON CONFLICT DO NOTHING`,
      ...[CONFERENCE, SUBJECT, reader],
    );
  for (const reader of [OTHER_READER, scorer])
    await run(
      `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
        VALUES (?, ?, ?, '{"motivation":2}', 200, 'Rejected', 1, 0, 0)`,
      ...[CONFERENCE, SUBJECT, reader],
    );
  await run(
    "INSERT INTO comments (id, conference_id, uid, staff_uid, text, created_at) VALUES ('secret', ?, ?, ?, '', 0)",
    ...[CONFERENCE, SUBJECT, OTHER_READER],
  );
  await run(
    "UPDATE applications SET review_count = 2 WHERE conference_id = ? AND uid = ?",
    CONFERENCE,
    SUBJECT,
  );
}

const itsAnswers = (patch: Record<string, string>): Statement => [
  "UPDATE answers SET answers = json_patch(answers, ?) WHERE conference_id = ? AND uid = ? AND section_id = 'about'",
  [JSON.stringify(patch), CONFERENCE, SUBJECT],
];

/** For each kind, the statements that make the first database, and those that make the second one. */
const STATES: Record<Kind, [() => Statement[], () => Statement[]]> = {
  decision: [
    () => [["DELETE FROM decisions WHERE conference_id = ? AND uid = ?", [CONFERENCE, SUBJECT]]],
    () => [
      [
        "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Accepted', ?)",
        [CONFERENCE, SUBJECT, SET_AT],
      ],
    ],
  ],
  offer: [
    () => [["DELETE FROM offers WHERE id = 'secret'", []]],
    () => [
      [
        `INSERT INTO offers (id, conference_id, uid, pass_type, offered_at, ends_at, grounds)
          VALUES ('secret', ?, ?, 'goldPlus', ?, ?, '{"placesLeft":null}')`,
        [CONFERENCE, waiting, SET_AT, Date.parse("2023-01-10T00:00:00Z")],
      ],
    ],
  ],
  award: [
    () => [["DELETE FROM grants WHERE id = 'secret'", []]],
    () => [
      [
        `INSERT INTO grants (id, conference_id, kind, title, uid, percent, created_by, created_at)
          VALUES ('secret', ?, 'award', 'A secret award', ?, 50, ?, 0)`,
        [CONFERENCE, SUBJECT, OTHER_READER],
      ],
    ],
  ],
  review: [200, 450].map((score) => (): Statement[] => [
    [
      "UPDATE reviews SET score = ?, recommendation = ?, scores = ? WHERE conference_id = ? AND uid = ? AND staff_uid = ?",
      [
        ...[
          score,
          score > 300 ? "Accepted" : "Rejected",
          JSON.stringify({ motivation: Math.round(score / 100) }),
        ],
        ...[CONFERENCE, SUBJECT, OTHER_READER],
      ],
    ],
    [
      "UPDATE applications SET mean_score = ?, spread = ? WHERE conference_id = ? AND uid = ?",
      [score, score > 300 ? 100 : null, CONFERENCE, SUBJECT],
    ],
  ]) as [() => Statement[], () => Statement[]],
  comment: ["Weak.", "The best of all."].map((text) => (): Statement[] => [
    ["UPDATE comments SET text = ? WHERE id = 'secret'", [text]],
  ]) as [() => Statement[], () => Statement[]],
  answer: [
    () => [itsAnswers({ dateOfBirth: "2001-02-03", nationality: "JP" })],
    () => [itsAnswers({ dateOfBirth: "1999-08-07", nationality: "BR" })],
  ],
  label: [
    () => [
      ["DELETE FROM application_labels WHERE label_id = ?", [LABEL]],
      ["DELETE FROM labels WHERE id = ?", [LABEL]],
    ],
    () => [
      ["INSERT INTO labels VALUES (?, ?, 'A secret label', 0)", [CONFERENCE, LABEL]],
      ["INSERT INTO application_labels VALUES (?, ?, ?, ?, 0)", [CONFERENCE, SUBJECT, LABEL, OTHER_READER]],
    ],
  ],
};

/** Makes the database in which these kinds of secrets have their second value, and all others their first. */
export async function withSecrets(second: readonly Kind[]): Promise<void> {
  for (const kind of KINDS) {
    await runAll(STATES[kind][0]());
    if (second.includes(kind)) await runAll(STATES[kind][1]());
  }
}

/** The columns of the tables that hold the secrets. A test checks that the two databases differ in them. */
export const storedSecrets = () =>
  Promise.all(
    ["decisions", "offers", "grants", "reviews", "comments", "answers", "application_labels"].map(
      async (table) => JSON.stringify(await rows(`SELECT * FROM ${table} ORDER BY rowid`)),
    ),
  );
