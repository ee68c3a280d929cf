import { env } from "cloudflare:workers";
import { DEMO_PASSWORD, demoUid } from "#db/seed/demo.ts";
import type { Decision } from "~/values/types.ts";
import { type Browser, signedInAs } from "./browser.ts";

export const CONFERENCE = "aconf_2023";
/** The password of all these people. */
export const PASSWORD = DEMO_PASSWORD;

type Standing = { submittedAt?: string; decision?: Decision; waiver?: boolean };

export type Delegate = { uid: string; email: string; browser: Browser };

let made = 0;

/** A new delegate for a test, signed in: Mei Chen, with the demo's password. The options say how far she has got. */
export async function delegate({ submittedAt, decision, waiver }: Standing = {}): Promise<Delegate> {
  const name = `delegate-${String(++made).padStart(4, "0")}`;
  const uid = name.padEnd(28, "0");
  const email = `${name}@hpair.example`;
  const db = env.DB;
  await db.batch([
    db
      .prepare(
        "INSERT INTO users (uid, email, email_key, password_hash, created_at) SELECT ?1, ?2, ?2, password_hash, 0 FROM users WHERE uid = ?3",
      )
      .bind(uid, email, demoUid("new")),
    db.prepare("INSERT INTO profiles (uid, created_at) VALUES (?, 0)").bind(uid),
    ...(submittedAt
      ? [
          db
            .prepare(
              "INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, ?)",
            )
            .bind(CONFERENCE, uid, Date.parse(submittedAt)),
          db
            .prepare(
              "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, 'about', 1, ?, 0)",
            )
            .bind(CONFERENCE, uid, '{"firstName":"Mei","lastName":"Chen"}'),
        ]
      : []),
    ...(decision
      ? [
          db
            .prepare("INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, ?, ?)")
            .bind(CONFERENCE, uid, decision, Date.parse("2022-11-28T16:30:00Z")),
        ]
      : []),
    ...(waiver
      ? [
          db
            .prepare(
              "INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at) VALUES (?, ?, 1, 'Mei Chen', '2022-12-10', 0)",
            )
            .bind(CONFERENCE, uid),
        ]
      : []),
  ]);
  return { uid, email, browser: await signedInAs(uid) };
}

/** A delegate who has done everything except pay. */
export const readyToPay = () =>
  delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted", waiver: true });

/** Somebody who has confirmed their e-mail address; HPAIR+ requires that. */
export async function confirmed(standing: Standing = {}): Promise<Delegate> {
  const person = await delegate(standing);
  await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE uid = ?").bind(person.uid).run();
  return person;
}
