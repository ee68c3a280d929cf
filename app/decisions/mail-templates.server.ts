import { and, eq } from "drizzle-orm";
import { type Database, hasRow } from "#db/client.ts";
import { mailTemplates } from "#db/schema/staff.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import type { Decision } from "~/values/types.ts";

/** The mail templates for decisions. */
export const templateRows = (db: Database, conferenceId: string) =>
  db.select().from(mailTemplates).where(eq(mailTemplates.conferenceId, conferenceId));

/**
 * Identifies the present content of a template. A change is accepted only if the template still has the version that
 * was shown.
 */
export const templateVersion = ({ subject, body }: MailText) => fingerprint(JSON.stringify([subject, body]));

/**
 * Changes the mail for a decision, but only if it still has the version that was shown.
 *
 * @returns true if the mail now has, or already had, the new text; false if it was changed to another text after it was
 *   shown.
 */
export async function changeTemplate(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  { decision, version }: { decision: Decision; version: string },
  mail: MailText,
): Promise<boolean> {
  const { db } = context;
  const current = (await templateRows(db, conferenceId)).find((template) => template.decision === decision);
  // If the form was sent twice, the first one has already stored this text.
  if (current && templateVersion(current) === templateVersion(mail)) return true;
  if (!current || templateVersion(current) !== version) return false;
  const isAsShown = and(
    eq(mailTemplates.conferenceId, conferenceId),
    eq(mailTemplates.decision, decision),
    eq(mailTemplates.subject, current.subject),
    eq(mailTemplates.body, current.body),
  );
  const { entry } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: "changeMailTemplate",
      object: `mailTemplates/${conferenceId}/${decision}`,
    },
    hasRow(mailTemplates, isAsShown),
  );
  const [, changed] = await db.batch([
    entry,
    db.update(mailTemplates).set(mail).where(isAsShown).returning({ decision: mailTemplates.decision }),
  ]);
  return changed.length === 1;
}
