import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, insertFrom } from "#db/client.ts";
import { agreements, editions, prices, questions, rounds, sections, tickets } from "#db/schema/conference.ts";
import { settings } from "#db/schema/site.ts";
import { mailTemplates } from "#db/schema/staff.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Site } from "~/values/catalogue.ts";
import type { Refused } from "~/values/types.ts";
import { type RunningParts, whyNotRunning } from "./can-run.ts";

const CURRENT = "currentConference";

/**
 * Makes an edition the one that delegates see, and its site the portal's, if it has one.
 *
 * @param instead the edition that was the current one on the screen.
 * @returns `problems`: why that edition cannot be the current one; 409 if another one than `instead` is by now.
 */
export async function makeCurrent(
  context: Context,
  { viewer }: SignedIn,
  conferenceId: string,
  instead: string,
): Promise<{ current: string } | (Refused<400> & { problems: string[] }) | Refused<409>> {
  const { db } = context;
  const { parts, site } = await readParts(db, conferenceId);
  const problems = whyNotRunning(parts);
  if (problems.length > 0) return { refused: conferenceMessages.cannotRun(problems), problems, status: 400 };
  const [changed] = await db.batch([
    db
      .update(settings)
      .set({ value: conferenceId })
      .where(and(eq(settings.key, CURRENT), eq(settings.value, instead)))
      .returning({ key: settings.key }),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: "makeCurrent",
      object: conferenceId,
      detail: { instead },
    }),
    ...(site ? siteStatements(db, site, isCurrentNow(conferenceId)) : []),
  ]);
  return changed.length === 1
    ? { current: conferenceId }
    : { refused: conferenceMessages.currentMoved, status: 409 };
}

/** Whether an edition is the current one when the statement runs. */
export const isCurrentNow = (conferenceId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${settings} AS now WHERE now.key = ${CURRENT} AND now.value = ${conferenceId})`;

/** The statements that make a site the portal's, on a condition. */
export function siteStatements(db: Database, site: Site, condition: SQL) {
  const { plan, name, shortName, accent, logo, supportEmail, liveDataUrl } = site;
  const values = {
    ...{ siteName: name, siteShortName: shortName, accent, logo, supportEmail, liveDataUrl },
    ...{
      hpairPlusTitle: plan.title,
      hpairPlusCents: String(plan.cents),
      hpairPlusMonths: String(plan.months),
    },
  };
  return Object.entries(values).map(([key, value]) =>
    value === null
      ? db.delete(settings).where(and(eq(settings.key, key), condition))
      : insertFrom(db, settings, { key, value }, sql`WHERE ${condition}`).onConflictDoUpdate({
          target: settings.key,
          set: { value: excluded(settings.value) },
        }),
  );
}

/** What decides whether an edition can be the current one, and its site; one round trip. */
async function readParts(
  db: Database,
  conferenceId: string,
): Promise<{ parts: RunningParts | null; site: Site | null }> {
  const [[edition], roundRows, passes, cents, sectionRows, asked, [agreement], mails] = await db.batch([
    db.select({ site: editions.site }).from(editions).where(eq(editions.conferenceId, conferenceId)),
    db
      .select({ id: rounds.id, title: rounds.title })
      .from(rounds)
      .where(eq(rounds.conferenceId, conferenceId)),
    db.select({ id: tickets.id }).from(tickets).where(eq(tickets.conferenceId, conferenceId)),
    db.select().from(prices).where(eq(prices.conferenceId, conferenceId)),
    db.select({ id: sections.id }).from(sections).where(eq(sections.conferenceId, conferenceId)),
    db.select().from(questions).where(eq(questions.conferenceId, conferenceId)),
    db
      .select({ version: agreements.version })
      .from(agreements)
      .where(eq(agreements.conferenceId, conferenceId))
      .limit(1),
    db
      .select({ decision: mailTemplates.decision, subject: mailTemplates.subject })
      .from(mailTemplates)
      .where(eq(mailTemplates.conferenceId, conferenceId)),
  ]);
  if (!edition) return { parts: null, site: null };
  const parts = {
    rounds: roundRows,
    passes: passes.map(({ id }) => ({
      id,
      cents: Object.fromEntries(
        cents.filter(({ ticketId }) => ticketId === id).map((price) => [price.roundId, price.cents]),
      ),
    })),
    sections: sectionRows.map(({ id }) => ({
      id,
      questions: asked.filter(({ sectionId }) => sectionId === id),
    })),
    agreement: agreement ?? null,
    mails: Object.fromEntries(mails.map(({ decision, subject }) => [decision, { subject }])),
  };
  return { parts, site: edition.site };
}
