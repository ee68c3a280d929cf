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
import { endOfDoor, invitation } from "./invitations.server.ts";
import { LONGEST_STAFF_NAME } from "./limits.ts";
import { staffMails } from "./mails.ts";
import type { Pasted } from "./pasted-people.ts";

/** A person to add, as a director typed them. */
type NewPerson = { email: string; name: string | null };

/** The outcome for a person to add. */
type Added = "added" | "invited" | "invitedBefore" | "already" | "disabled";

/**
 * Adds people to the staff, all in one batch. People who are on the staff already, and people whose account is
 * disabled, are left out. Of the other people, those who have an account with a confirmed address join immediately. The
 * rest get an invitation by mail, unless they already have an open invitation that says the same. The caller makes sure
 * that each address occurs only once. New members are signed out everywhere, because a delegate's session may last
 * longer than a staff session, and because staff need a longer password. Links that were mailed to them stop working
 * too. One of these could let the holder of the account's earlier mailbox take the account back. Two round trips.
 *
 * @param zone the time zone of the event. The mails name the last day at the door in this zone.
 * @returns the outcome for each person, in the order given.
 */
async function addStaff(
  context: Context,
  { viewer }: SignedIn,
  people: readonly NewPerson[],
  post: Post,
  zone: string,
): Promise<Added[]> {
  const { db } = context;
  const keys = people.map(({ email }) => emailKey(email));
  const accounts = await db
    .select()
    .from(users)
    .where(sql`${users.emailKey} IN ${listed(keys)}`);
  const statements: BatchItem<"sqlite">[] = [];
  /** `at` is the index of the statement that returns no row if the person's fate is `otherwise`. */
  const fates = people.map((person, index): { fate: Added; at?: number; otherwise?: Added } => {
    const account = accounts.find((one) => one.emailKey === keys[index]);
    if (account?.admin) return { fate: "already" };
    if (account && account.disabledAt !== null) return { fate: "disabled" };
    if (!account?.emailVerifiedAt) {
      const at = statements.length + 1;
      statements.push(...invitation(context, viewer.uid, { ...person, ...post }, zone));
      return { fate: "invited", at, otherwise: "invitedBefore" };
    }
    const [entry, ...acts] = joining(context, viewer.uid, account, { name: person.name, ...post }, zone);
    const at = statements.push(entry);
    statements.push(...acts);
    return { fate: "added", at, otherwise: "already" };
  });
  const [first, ...others] = statements;
  const results = first ? await db.batch([first, ...others]) : [];
  return fates.map(({ fate, at, otherwise }) =>
    at !== undefined && otherwise && (results[at] as unknown[]).length === 0 ? otherwise : fate,
  );
}

/** The values with which an account joins the staff. `doorUntil` is null unless "door" is the only ability. */
type Post = { abilities: Ability[]; capacity: number; doorUntil: number | null };

/**
 * The statements with which an account joins the staff. First comes the audit entry, and then the statements that make
 * the changes. The statement directly after the audit entry returns no row if the account may no longer join.
 */
function joining(
  context: Context,
  actorUid: string,
  { uid, email, emailKey: key }: typeof users.$inferSelect,
  { name, abilities, capacity, doorUntil }: Post & { name: string | null },
  zone: string,
) {
  const { db } = context;
  const mayJoin = and(
    eq(users.uid, uid),
    eq(users.emailKey, key),
    isNotNull(users.emailVerifiedAt),
    eq(users.admin, false),
    isNull(users.disabledAt),
  );
  // If two directors add the same person simultaneously, only one of them succeeds.
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid, action: "addStaff", object: `staff/${uid}` },
      detail: { abilities, capacity, ...endOfDoor(doorUntil) },
    },
    hasRow(users, mayJoin),
  );
  const ifDone = sql`WHERE ${isDone}`;
  const post = { name, abilities, capacity, doorUntil };
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
        kind: "staff",
        eventKey: `staff:${newId()}`,
        recipient: email,
        text: staffMails.joined(roleNoun(abilities), `${context.origin}/`, doorUntil, zone),
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
 * Adds the people of a pasted list. If some of them cannot be added, the others are added all the same.
 *
 * @param zone as in `addStaff`.
 * @returns the outcome for each part of the list, in the order of the list.
 */
export async function addPasted(
  context: Context,
  visit: SignedIn,
  pasted: readonly Pasted[],
  post: Post,
  zone: string,
): Promise<AddFate[]> {
  const seen = new Set<string>();
  const judged = pasted.map((one): { typed: string; fate?: AddFate["fate"]; person?: NewPerson } => {
    const { typed } = one;
    if (one.email === null) return { typed, fate: "notAnAddress" };
    if (one.name !== null && one.name.length > LONGEST_STAFF_NAME) return { typed, fate: "nameTooLong" };
    const key = emailKey(one.email);
    if (seen.has(key)) return { typed, fate: "twice" };
    seen.add(key);
    return { typed, person: { email: one.email, name: one.name } };
  });
  const added = await addStaff(
    context,
    visit,
    judged.flatMap(({ person }) => person ?? []),
    post,
    zone,
  );
  return judged.map(({ typed, fate }) => ({ typed, fate: fate ?? added.shift()! }));
}
