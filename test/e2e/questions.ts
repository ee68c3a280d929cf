import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import type { Portal } from "./support.ts";

/** A question that a director may ask in addition to those of the specification. */
const TOPICS = {
  id: "topics",
  text: "Which topics interest you?",
  hint: "Choose as many as you like.",
  kind: "several of many",
  required: '"always"',
  depends_on: null as string | null,
  options: JSON.stringify(["Climate and energy", "Trade, ports and railways", "Health"]),
};
const OTHER_QUESTION = {
  ...TOPICS,
  id: "vaccine",
  text: "Which illness do you study?",
  hint: "One is enough.",
  kind: "short text",
  depends_on: JSON.stringify({ field: "topics", values: ["Health"] }),
  options: null,
};

/**
 * Calls `work` while the section of essays has two more questions: one with several choices, and one that depends on
 * the first.
 */
export async function askingSeveral<Result>(portal: Portal, work: () => Promise<Result>): Promise<Result> {
  const asked = [TOPICS, OTHER_QUESTION];
  const forget = () => portal.query("DELETE FROM questions WHERE id IN (?, ?)", ...asked.map(({ id }) => id));
  await forget();
  for (const [index, { id, text, hint, kind, required, depends_on, options }] of asked.entries())
    await portal.query(
      `INSERT INTO questions (conference_id, section_id, position, max_length, for_reviewers, id, text, hint, kind,
        required, depends_on, options) VALUES (?, 'essays', ?, 200, 1, ?, ?, ?, ?, ?, ?, ?)`,
      CURRENT_CONFERENCE,
      900 + index,
      id,
      text,
      hint,
      kind,
      required,
      depends_on,
      options,
    );
  try {
    return await work();
  } finally {
    await forget();
  }
}

/** Calls `work` while two questions that everybody answered are retired. */
export async function askingLess<Result>(portal: Portal, work: () => Promise<Result>): Promise<Result> {
  const retire = (retired: 0 | 1) =>
    portal.query("UPDATE questions SET retired = ? WHERE id IN ('institution', 'resume')", retired);
  await retire(1);
  try {
    return await work();
  } finally {
    await retire(0);
  }
}

/** Writes answers into somebody's application. No control offers these answers any more. */
export async function answeredBefore(portal: Portal, uid: string): Promise<void> {
  const change = `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at)
    VALUES (?, ?, ?, 1, ?, 0)
    ON CONFLICT DO UPDATE SET answers = json_patch(answers.answers, excluded.answers)`;
  const essays = { topics: "Climate and energy\nTea and coffee" };
  const education = { institution: "Royal University of Bhutan", level: "Bachelor, first half" };
  await portal.query(change, CURRENT_CONFERENCE, uid, "essays", JSON.stringify(essays));
  await portal.query(change, CURRENT_CONFERENCE, uid, "education", JSON.stringify(education));
}
