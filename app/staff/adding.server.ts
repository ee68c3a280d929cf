import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { invitations, staff } from "#db/schema/staff.ts";
import { roleNoun } from "~/access/abilities.ts";
import { voidLinks } from "~/accounts/links.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { Ability } from "~/values/abilities.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { LINK_PURPOSES } from "~/values/types.ts";
import { invitation } from "./invitations.server.ts";
import { LONGEST_STAFF_NAME } from "./limits.ts";
import { staffMails } from "./mails.ts";
import type { Pasted } from "./pasted-people.ts";

/** Somebody to add, as a director named them. */
type NewPerson = { email: string; name: string | null };

/** What became of one of them. */
type Added = "added" | "invited" | "already" | "disabled";

/**
 * Makes people staff, all in one batch: at once if they have an account whose address is confirmed, else by an
 * invitation to the address. Each address is given once. A new member is signed out everywhere, because a delegate's
 * session lasts longer than a staff session may, and staff need a longer password to sign in. Their links stop
 * working too, including one by which an earlier mailbox would take the account back. Two round trips.
 *
 * @returns what became of each, in their order.
 */
async function addStaff(
  context: Context,
  { viewer }: SignedIn,
  people: readonly NewPerson[],
  post: Post,
): Promise<Added[]> {
  const { db } = context;
  const keys = people.map(({ email }) => emailKey(email));
  const accounts = await db
    .select()
    .from(users)
    .where(sql`${users.emailKey} IN ${listed(keys)}`);
  const statements: BatchItem<"sqlite">[] = [];
  const fates = people.map((person, index): { fate: Added; at?: number } => {
    const account = accounts.find((one) => one.emailKey === keys[index]);
    if (account?.admin) return { fate: "already" };
    if (account && account.disabledAt !== null) return { fate: "disabled" };
    if (!account?.emailVerifiedAt) {
      statements.push(...invitation(context, viewer.uid, { ...person, ...post }));
      return { fate: "invited" };
    }
    const [entry, ...acts] = joining(context, viewer.uid, account, { name: person.name, ...post });
    const at = statements.push(entry);
    statements.push(...acts);
    return { fate: "added", at };
  });
  const [first, ...others] = statements;
  const results = first ? await db.batch([first, ...others]) : [];
  return fates.map(({ fate, at }) => {
    const isLate = at !== undefined && (results[at] as unknown[]).length === 0;
    return isLate ? "already" : fate;
  });
}

/** The values of an account's row on the staff when it joins. */
type Post = { abilities: Ability[]; capacity: number };

/**
 * The statements by which an account joins the staff: the entry of the audit, and those that act. The first of these
 * returns no row if it no longer may.
 */
function joining(
  context: Context,
  actorUid: string,
  { uid, email, emailKey: key }: typeof users.$inferSelect,
  { name, abilities, capacity }: Post & { name: string | null },
) {
  const { db } = context;
  const mayJoin = and(
    eq(users.uid, uid),
    eq(users.emailKey, key),
    isNotNull(users.emailVerifiedAt),
    eq(users.admin, false),
    isNull(users.disabledAt),
  );
  // If two directors add the same person at once, one of them does.
  const { entry, isDone } = audited(
    context,
    { actorUid, action: "addStaff", object: `staff/${uid}`, detail: { abilities, capacity } },
    hasRow(users, mayJoin),
  );
  const ifDone = sql`WHERE ${isDone}`;
  const post = { name, abilities, capacity };
  return [
    entry,
    db.update(users).set({ admin: true }).where(mayJoin).returning({ uid: users.uid }),
    insertFrom(db, staff, { uid, ...post, createdAt: Date.now() }, ifDone).onConflictDoUpdate({
      target: staff.uid,
      set: { ...post, onLeaveSince: null },
    }),
    queueMail(
      db,
      {
        eventKey: `staff:${newId()}`,
        recipient: email,
        text: staffMails.joined(roleNoun(abilities), `${context.origin}/`),
      },
      ifDone,
    ),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    voidLinks(db, sql`SELECT ${uid}`, [...LINK_PURPOSES], isDone),
    db.delete(invitations).where(and(eq(invitations.emailKey, key), isDone)),
  ] as const;
}

export type AddFate = { typed: string; fate: Added | "twice" | "notAnAddress" | "nameTooLong" };

/**
 * Adds the people of a pasted list, even if others in it cannot be added.
 *
 * @returns what became of each part of the list, in its order.
 */
export async function addPasted(
  context: Context,
  visit: SignedIn,
  pasted: readonly Pasted[],
  post: Post,
): Promise<AddFate[]> {
  const seen = new Set<string>();
  const judged = pasted.map((one): { typed: string; fate?: AddFate["fate"]; person?: NewPerson } => {
    const { typed } = one;
    if (one.email === null) return { typed: typed, fate: "notAnAddress" };
    if (one.name !== null && one.name.length > LONGEST_STAFF_NAME)
      return { typed: typed, fate: "nameTooLong" };
    const key = emailKey(one.email);
    if (seen.has(key)) return { typed: typed, fate: "twice" };
    seen.add(key);
    return { typed: typed, person: { email: one.email, name: one.name } };
  });
  const added = await addStaff(
    context,
    visit,
    judged.flatMap(({ person }) => person ?? []),
    post,
  );
  return judged.map(({ typed, fate }) => ({ typed: typed, fate: fate ?? added.shift()! }));
}
