import { run } from "./storage.ts";

const CONFERENCE = "aconf_2023";

export type Applicant = { uid: string; email: string };

/**
 * Many people who submitted in the early round: `{name}-000001@many.example` and so on. All of them are called Mei
 * Chen.
 */
export async function applicants(
  name: string,
  number: number,
  submittedAt = "2022-11-11T18:05:00Z",
): Promise<Applicant[]> {
  const made = Array.from({ length: number }, (_, index) => {
    const local = `${name}-${String(index + 1).padStart(6, "0")}`;
    return { uid: local.padEnd(28, "0"), email: `${local}@many.example` };
  });
  for (let start = 0; start < number; start += 5000) {
    const part = JSON.stringify(made.slice(start, start + 5000));
    const person = "FROM json_each(?1) AS item";
    await run(
      `INSERT INTO users (uid, email, email_key, password_hash, created_at)
        SELECT value ->> 'uid', value ->> 'email', value ->> 'email', 'none', 0 ${person}`,
      part,
    );
    await run(
      `INSERT INTO applications (conference_id, uid, created_at, submitted_at)
        SELECT '${CONFERENCE}', value ->> 'uid', 0, ?2 ${person}`,
      part,
      Date.parse(submittedAt),
    );
    await run(
      `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at)
        SELECT '${CONFERENCE}', value ->> 'uid', 'about', 1, '{"firstName":"Mei","lastName":"Chen"}', 0 ${person}`,
      part,
    );
  }
  return made;
}

/** A file of decisions for these people. */
export const fileOf = (people: Applicant[], decision = "Accepted", name = "decisions.csv") =>
  new File([["email,decision", ...people.map(({ email }) => `${email},${decision}`)].join("\n")], name);
