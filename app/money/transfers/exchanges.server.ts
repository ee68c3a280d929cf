import { and, eq, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { addOns } from "#db/schema/conference.ts";
import { holdings } from "#db/schema/money.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { Refused } from "~/values/types.ts";
import { transferMails } from "./mails.ts";
import { exchangeMessages } from "./messages.ts";

type Exchange = {
  paymentId: string;
  item: string;
  /** The variant that the page showed (empty for none), and the variant that is wanted. */
  seen: string;
  variant: string;
};

/**
 * Exchanges a held add-on for another variant of it, at no cost. In one batch, one holding ends and another takes its
 * place; if the same exchange is asked for again, nothing changes. A delegate can exchange their own add-on while it is
 * on offer. Staff can exchange anybody's add-on, and a mail tells the holder. The catalogue must list the variant.
 */
export async function exchange(
  context: Context,
  { viewer, now }: SignedIn,
  { paymentId, item, seen, variant }: Exchange,
  { isStaff }: { isStaff: boolean },
): Promise<{ exchanged: true } | Refused<404 | 409>> {
  const { db, origin } = context;
  const readHeld = () =>
    db
      .select()
      .from(holdings)
      .where(
        and(
          eq(holdings.paymentId, paymentId),
          eq(holdings.item, item),
          eq(holdings.state, "held"),
          ...(isStaff ? [] : [eq(holdings.uid, viewer.uid)]),
        ),
      );
  const [held] = await readHeld();
  const gone = { refused: exchangeMessages.notPossible, status: 409 } as const;
  if (!held) return gone;
  const { title } = held;
  const before = held.variant ?? "";
  if (before === variant) return { exchanged: true };
  if (before !== seen) return { refused: exchangeMessages.changed, status: 409 };
  const id = newId();
  const mayEnd = and(
    eq(holdings.id, held.id),
    eq(holdings.state, "held"),
    isListed(held.conferenceId, item, variant, isStaff),
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "exchange", object: `payments/${paymentId}` },
      detail: { item, before, after: variant },
    },
    hasRow(holdings, mayEnd),
  );
  const [, ended, began] = await db.batch([
    entry,
    db.update(holdings).set({ state: "ended", until: now }).where(mayEnd).returning({ id: holdings.id }),
    insertFrom(
      db,
      holdings,
      { ...held, id, variant, fromHolding: held.id, state: "held", since: now, until: null },
      sql`WHERE ${isDone}`,
    ).returning(),
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `exchange:${id}`,
        recipient: sql`${users.email}`,
        text: transferMails.exchanged(title, variant, `${origin}/payment-info`),
      },
      sql`FROM ${users} WHERE ${isStaff ? isDone : sql`false`} AND ${users.uid} = ${held.uid}`,
    ),
  ]);
  if (ended.length === 1) {
    await keepAct(context, { kind: "moved", began, transfer: null });
    return { exchanged: true };
  }
  // Somebody else was quicker, or the variant is no longer available.
  const [other] = await readHeld();
  return other?.variant === variant ? { exchanged: true } : gone;
}

/** Whether the catalogue lists a variant of an add-on and, for delegates, still offers the add-on. */
const isListed = (conferenceId: string, item: string, variant: string, isStaff: boolean): SQL =>
  sql`EXISTS (SELECT 1 FROM ${addOns} WHERE ${addOns.conferenceId} = ${conferenceId} AND ${addOns.id} = ${item}
    AND ${isStaff ? sql`true` : sql`NOT ${addOns.disabled}`}
    AND ${variant} IN (SELECT value FROM json_each(${addOns.variants})))`;
