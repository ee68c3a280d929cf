import { type SQL, sql } from "drizzle-orm";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import { accountMails } from "./mails.ts";

/**
 * The statements that record an act on the viewer's own factor or passkeys in the audit log, and queue the mail that
 * tells the viewer about the act. The entry is written only if `condition` holds, and the mail is queued only if the
 * entry has been written. `isDone` is the condition that the entry has been written; later statements of the batch can
 * use it too.
 */
export function recordFactorAct(
  context: Context,
  { uid, email }: Viewer,
  action: AuditAct & keyof typeof accountMails.factor,
  condition: SQL,
) {
  const { db, origin } = context;
  const { entry, isDone } = audited(context, { actorUid: uid, action, object: `users/${uid}` }, condition);
  const mail = queueMail(
    db,
    {
      kind: "account",
      eventKey: `factor:${newId()}`,
      recipient: email,
      text: accountMails.factor[action](`${origin}/second-factor`, `${origin}/change-password`),
    },
    sql`WHERE ${isDone}`,
  );
  return { entry, isDone, mail };
}
