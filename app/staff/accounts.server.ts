import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { countIn, countRows, type Database, hasRow, listed } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { subscriptions } from "#db/schema/money.ts";
import { staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { foundByName, LAST, nameRows, namesIn, stoppedAt, stopRows } from "~/applications/search.server.ts";
import { cancelOfDisabled } from "~/money/subscriptions/subscription-endings.server.ts";
import { goOnWith } from "~/money/subscriptions/subscriptions.server.ts";
import { audited, isRepetition } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { foundOnPage, type RowsInAll } from "~/ui/paging.ts";
import { type Ability, EVERYTHING } from "~/values/abilities.ts";
import { emailKey } from "~/values/email-addresses.ts";
import type { AccountFilter } from "./account-filter.ts";
import { staffMessages } from "./messages.ts";

export type ListedAccount = {
  uid: string;
  email: string;
  /**
   * The name on the application to the current conference. If there is none, the name in the list of staff; empty if
   * neither is known.
   */
  name: string;
  createdAt: number;
  emailVerifiedAt: number | null;
  disabledAt: number | null;
  /** Empty unless the person is on the staff. */
  abilities: readonly Ability[];
  /** Whether there is an application to the current conference, submitted or not. */
  hasApplication: boolean;
};

export type FoundAccount = Omit<ListedAccount, "name"> & {
  /**
   * The newest HPAIR+ subscription for which the person has paid or is paying. It may be running or over. Null if there
   * is none.
   */
  subscription: Pick<typeof subscriptions.$inferSelect, "id" | "state" | "paidUntil"> | null;
};

const PAGE = 50;

/**
 * One page of all accounts, sorted by address, and the place where the next page begins. Two round trips. A search by
 * name stops at a limit; a search by address does not.
 *
 * @param filter its search is the beginning of an address, or words of the name on an application to the current
 *   conference.
 * @param after the last address of the previous page.
 */
export async function listAccounts(
  { db }: Context,
  { settings }: SignedIn,
  { search, sort }: AccountFilter,
  after: string | null,
): Promise<{ rows: ListedAccount[]; next: string | null; stopped: number | null; found: RowsInAll | null }> {
  const { conferenceId } = settings;
  const isUp = sort === undefined;
  const behind = after === null ? undefined : (isUp ? gt : lt)(users.emailKey, after);
  const key = emailKey(search ?? "");
  const [byEmail, people, stop, counted] = await db.batch([
    accountRows(db, and(gte(users.emailKey, key), lt(users.emailKey, key + LAST), behind), isUp),
    db.select().from(foundByName(db, conferenceId, search ?? "")),
    stopRows(db, conferenceId, search),
    countRows(db, users, gte(users.emailKey, "")),
  ]);
  const uids = people.map(({ uid }) => uid);
  const shown = [...uids, ...byEmail.map(({ uid }) => uid)];
  const [byName, applied, names] = await db.batch([
    accountRows(db, and(sql`${users.uid} IN ${listed(uids)}`, behind), isUp),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), sql`${applications.uid} IN ${listed(shown)}`)),
    nameRows(db, conferenceId, shown),
  ]);
  const found = [...new Map([...byEmail, ...byName].map((row) => [row.uid, row])).values()]
    .sort((one, other) => (one.emailKey < other.emailKey === isUp ? -1 : 1))
    .slice(0, PAGE + 1);
  const applicants = new Set(applied.map(({ uid }) => uid));
  const nameOf = namesIn(names);
  const rows = found.slice(0, PAGE);
  return {
    rows: rows.map((row) => ({
      ...accountFrom(row),
      name: nameOf.get(row.uid)?.name || (row.staffName ?? ""),
      hasApplication: applicants.has(row.uid),
    })),
    stopped: stoppedAt(search, stop, []),
    found: search
      ? foundOnPage(rows.length, { isFirst: after === null, isLast: found.length <= PAGE })
      : countIn(counted),
    next: found.length > PAGE ? (rows.at(-1)?.emailKey ?? null) : null,
  };
}

const accountRows = (db: Database, condition: SQL | undefined, isUp = true) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      emailKey: users.emailKey,
      createdAt: users.createdAt,
      emailVerifiedAt: users.emailVerifiedAt,
      disabledAt: users.disabledAt,
      admin: users.admin,
      recorded: staff.abilities,
      staffName: staff.name,
    })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .where(condition)
    .orderBy((isUp ? asc : desc)(users.emailKey))
    .limit(PAGE + 1);

const accountFrom = ({
  uid,
  email,
  createdAt,
  emailVerifiedAt,
  disabledAt,
  admin,
  recorded,
}: Awaited<ReturnType<typeof accountRows>>[number]) => ({
  uid,
  email,
  createdAt,
  emailVerifiedAt,
  disabledAt,
  abilities: admin ? (recorded ?? EVERYTHING) : [],
});

/** The account with this uid; null if there is none. One round trip. */
export async function findAccount(
  { db }: Context,
  { settings }: SignedIn,
  uid: string,
): Promise<FoundAccount | null> {
  const [[row], [application], [subscription]] = await db.batch([
    accountRows(db, eq(users.uid, uid)),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(eq(applications.conferenceId, settings.conferenceId), eq(applications.uid, uid))),
    db
      .select({ id: subscriptions.id, state: subscriptions.state, paidUntil: subscriptions.paidUntil })
      .from(subscriptions)
      .where(and(eq(subscriptions.uid, uid), notInArray(subscriptions.state, ["declined", "released"])))
      .orderBy(desc(subscriptions.createdAt))
      .limit(1),
  ]);
  if (!row) return null;
  return {
    ...accountFrom(row),
    hasApplication: application !== undefined,
    subscription: subscription ?? null,
  };
}

/**
 * For a director: disables an account, or enables it again. Disabling ends all sessions of the account (browsers and
 * programs) and cancels its HPAIR+ subscription; enabling restores neither. Directors cannot disable themselves, so at
 * least one director always remains.
 *
 * @returns the sentence that says why nothing was done; null if the account was changed.
 */
export async function setDisabled(
  context: Context,
  { viewer }: SignedIn,
  { uid, disabled, reason }: { uid: string; disabled: boolean; reason: string },
): Promise<string | null> {
  const { db } = context;
  if (uid === viewer.uid) return staffMessages.account.notOneself;
  // If two directors disable each other at the same time, the slower one is no longer a director when this statement
  // runs.
  const isDirector = sql`EXISTS (SELECT 1 FROM ${users} LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
    WHERE ${users.uid} = ${viewer.uid} AND ${users.admin} = 1 AND ${users.disabledAt} IS NULL
    AND ${holdsAbility("everything")})`;
  const mayChange = and(
    eq(users.uid, uid),
    disabled ? isNull(users.disabledAt) : isNotNull(users.disabledAt),
    isDirector,
  );
  const act = {
    ...({ actorUid: viewer.uid, action: disabled ? "disableAccount" : "enableAccount" } as const),
    ...{ object: `users/${uid}`, detail: { reason } },
  };
  const { entry } = audited(context, act, hasRow(users, mayChange));
  const [, changed, , , , cancelled] = await db.batch([
    entry,
    db
      .update(users)
      .set({ disabledAt: disabled ? Date.now() : null })
      .where(mayChange)
      .returning({ uid: users.uid }),
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.uid, uid),
          sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.disabledAt} IS NOT NULL)`,
        ),
      ),
    ...cancelOfDisabled(context, uid, viewer.uid),
  ]);
  // Subscriptions are cancelled at the processor after the response has been sent. If that fails, the cron tries again.
  for (const row of cancelled) context.waitUntil(goOnWith(context, row));
  if (changed.length > 0) return null;
  return (await isRepetition(context, act, ["disableAccount", "enableAccount"]))
    ? null
    : staffMessages.account.notChanged;
}
