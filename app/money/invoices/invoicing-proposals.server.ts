import { and, desc, eq, getTableColumns, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import { invoicing } from "#db/schema/invoices.ts";
import { moneySince } from "#db/schema/staff.ts";
import { calledOf, calledRows } from "~/accounts/addresses.server.ts";
import { hasHadMoneySince, isOtherWithMoney, moneySinceRows } from "~/accounts/second-person.server.ts";
import { WAIT } from "~/accounts/second-person.ts";
import { editionRows } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { conferenceRows } from "~/conference/conferences.server.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import { can } from "~/values/abilities.ts";
import type { Invoicing } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { inZone } from "~/values/times.ts";
import type { Refused } from "~/values/types.ts";
import { invoicingChanges, type ProposalAtHome, proposalRefusal } from "./invoicing-changes.ts";
import { invoicingMails } from "./mails.ts";
import { invoicingMessages } from "./messages.ts";

type Row = typeof invoicing.$inferSelect;
type Refusal = Refused<403 | 404 | 409>;

const other = alias(invoicing, "other_invoicing");

/**
 * The version in force in an edition when the statement runs; 0 for none. The edition is given as an id or as a column.
 */
const versionIn = (conferenceId: string | typeof invoicing.conferenceId): SQL<number> =>
  sql<number>`(SELECT coalesce(max(${other.version}), 0) FROM ${invoicing} AS ${other}
    WHERE ${other.conferenceId} = ${conferenceId})`;

/** All proposals of an edition, newest first. */
const rowsIn = (db: Database, conferenceId: string) =>
  db
    .select()
    .from(invoicing)
    .where(eq(invoicing.conferenceId, conferenceId))
    .orderBy(desc(invoicing.proposedAt), desc(invoicing.version));

const saysOf = (row: Row): Invoicing => ({
  ...{ seller: row.seller, payTo: row.payTo, tax: row.tax, taxRate: row.taxRate, taxNumber: row.taxNumber },
  ...{ days: row.days, secondPersonCents: row.secondPersonCents, writeOffCents: row.writeOffCents },
  moneyOutCents: row.moneyOutCents,
});

const ofVersion = (rows: readonly Row[], version: number) => rows.find((row) => row.version === version);
const inForceIn = (rows: readonly Row[]) =>
  ofVersion(rows, Math.max(0, ...rows.map((row) => row.version ?? 0)));

/** What a proposal changes, compared with the version that was in force when it was made. */
const changesOf = (row: Row, rows: readonly Row[]) => {
  const replaced = ofVersion(rows, row.replaces);
  return invoicingChanges(replaced ? saysOf(replaced) : null, saysOf(row));
};

/**
 * The data of the page about an edition's invoices: what is in force, the open proposal with what the viewer can do
 * about it, and earlier proposals. If the edition has no values yet, the data also contains the values of another
 * edition, if there are any. Two round trips.
 */
export async function readInvoicing({ db }: Context, { viewer, settings, shown }: SignedIn) {
  const { conferenceId } = settings;
  const [[conference], rows, [elsewhere], [ability]] = await db.batch([
    conferenceRows(db, conferenceId),
    rowsIn(db, conferenceId),
    db
      .select({ ...getTableColumns(invoicing), year: conferences.year, track: conferences.track })
      .from(invoicing)
      .innerJoin(conferences, eq(conferences.id, invoicing.conferenceId))
      .where(and(ne(invoicing.conferenceId, conferenceId), isNotNull(invoicing.version)))
      .orderBy(desc(sql`coalesce(${invoicing.settledAt}, ${invoicing.proposedAt})`))
      .limit(1),
    moneySinceRows(db, viewer.uid),
  ]);
  const inForce = inForceIn(rows);
  const version = inForce?.version ?? 0;
  const open = rows.find(({ state }) => state === "proposed");
  const [people, [maker]] = await db.batch([
    calledRows(
      db,
      rows.flatMap(({ proposedBy, settledBy }) => [proposedBy, settledBy]),
    ),
    moneySinceRows(db, open?.proposedBy ?? ""),
  ]);
  const calledBy = (asked: string | null) => people.find(({ uid }) => uid === asked)?.called ?? null;
  const told = (row: Row) => ({
    ...{ id: row.id, state: row.state, isInForce: row === inForce, changes: changesOf(row, rows) },
    proposed: { by: calledBy(row.proposedBy), at: shown(row.proposedAt) },
    settled: row.settledAt === null ? null : { by: calledBy(row.settledBy), at: shown(row.settledAt) },
  });
  const standing = { version, uid: viewer.uid, since: ability?.since, makerSince: maker?.since };
  return {
    edition: conference ? conferenceName(conference) : conferenceId,
    version,
    inForce: inForce ? saysOf(inForce) : null,
    elsewhere:
      !inForce && elsewhere
        ? {
            edition: conferenceName({ ...elsewhere, id: elsewhere.conferenceId }),
            says: saysOf(elsewhere),
          }
        : null,
    open: open
      ? {
          ...told(open),
          appliesAt: open.appliesAt === null ? null : shown(open.appliesAt),
          why: proposalRefusal(open, standing),
        }
      : null,
    past: rows.filter(({ state }) => state !== "proposed").map(told),
  };
}

/** The facts that mails about a proposal need. */
type Told = { id: string; edition: string; zone: string; changes: ReturnType<typeof changesOf>; who: string };

/** A proposal of an edition, as mails describe it; null if no proposal has this id. Two round trips. */
async function readProposal({ db }: Context, id: string) {
  const ofIt = eq(invoicing.id, id);
  const edition = sql`(SELECT ${other.conferenceId} FROM ${invoicing} AS ${other} WHERE ${other.id} = ${id})`;
  const [[row], rows, [place]] = await db.batch([
    db.select().from(invoicing).where(ofIt),
    db.select().from(invoicing).where(sql`${invoicing.conferenceId} = ${edition}`),
    db
      .select({ ...placeColumns, zone: editions.deadlineZone })
      .from(conferences)
      .innerJoin(editions, eq(editions.conferenceId, conferences.id))
      .where(sql`${conferences.id} = ${edition}`),
  ]);
  if (!row || !place) return null;
  const names = await calledOf(db, [row.proposedBy]);
  const who = names.get(row.proposedBy) ?? "Somebody";
  const told: Told = {
    id,
    edition: conferenceName(place),
    zone: place.zone,
    changes: changesOf(row, rows),
    who,
  };
  return { row, version: inForceIn(rows)?.version ?? 0, told };
}

const placeColumns = { id: conferences.id, year: conferences.year, track: conferences.track };

/**
 * The statements that send mails about a proposal. The mails go to everybody with the ability to confirm proposals. If
 * nobody could confirm this proposal, the mails go to all staff and to the address for replies. Each person gets one
 * mail about each event, and only if the event has really happened.
 */
function mailsOf(
  { db, config }: Context,
  id: string,
  event: Row["state"],
  { two, alone }: { two: MailText; alone: MailText },
): BatchItem<"sqlite">[] {
  const isIt = sql`${invoicing.id} = ${id} AND ${invoicing.state} = ${event}`;
  const key = `invoicing:${id}:${event}:`;
  const either = (part: keyof MailText) =>
    sql<string>`iif(${invoicing.appliesAt} IS NULL, ${two[part]}, ${alone[part]})`;
  const { replyTo } = config.mail;
  return [
    queueMail(
      db,
      {
        kind: "staff",
        eventKey: sql`${key} || ${users.uid}`,
        recipient: sql`${users.email}`,
        text: { subject: either("subject"), body: either("body") },
      },
      sql`FROM ${users} INNER JOIN ${invoicing} ON ${isIt} LEFT JOIN ${moneySince} ON ${moneySince.uid} = ${users.uid}
        WHERE ${users.admin} = 1 AND ${users.disabledAt} IS NULL
          AND (${invoicing.appliesAt} IS NOT NULL OR ${moneySince.uid} IS NOT NULL)`,
    ).onConflictDoNothing(),
    ...(replyTo
      ? [
          queueMail(
            db,
            { kind: "staff", eventKey: `${key}reply-to`, recipient: replyTo, text: alone },
            sql`FROM ${invoicing} WHERE ${isIt} AND ${invoicing.appliesAt} IS NOT NULL`,
          ).onConflictDoNothing(),
        ]
      : []),
  ];
}

/**
 * Proposes a change to what invoices say, or to the sums above which a second person must confirm money. Nothing
 * changes until somebody else has confirmed the proposal. If nobody else can confirm it, the change takes effect after
 * `WAIT`, and all staff are told.
 *
 * @param proposal.id the id that the form carries, so that one form makes one proposal however often it is sent.
 * @param proposal.version the version that was in force when the form was opened.
 */
export async function proposeInvoicing(
  context: Context,
  visit: SignedIn,
  { id, version, says }: { id: string; version: number; says: Invoicing },
): Promise<{ proposed: true } | Refusal> {
  const { db, origin } = context;
  const { viewer, settings, shown } = visit;
  const { conferenceId } = settings;
  const [rows, [place], [edition]] = await db.batch([
    rowsIn(db, conferenceId),
    conferenceRows(db, conferenceId),
    editionRows(db, conferenceId),
  ]);
  if (rows.some((row) => row.id === id)) return { proposed: true };
  if (!place || !edition) return { refused: messages.notFound, status: 404 };
  const inForce = inForceIn(rows);
  const changes = invoicingChanges(inForce ? saysOf(inForce) : null, says);
  if (changes.length === 0) return { refused: invoicingMessages.nothingNew, status: 409 };
  const proposedAt = Date.now();
  const who = (await calledOf(db, [viewer.uid])).get(viewer.uid) ?? viewer.email;
  const told: Told = { id, edition: conferenceName(place), zone: edition.deadlineZone, changes, who };
  const link = origin + PAGE;
  const [stored] = await db.batch([
    insertFrom(
      db,
      invoicing,
      {
        ...{ id, conferenceId, ...says, state: "proposed", replaces: version, version: null },
        ...{ proposedBy: viewer.uid, proposedAt, settledBy: null, settledAt: null },
        appliesAt: sql`iif(${isOtherWithMoney(viewer.uid, proposedAt - WAIT)}, NULL, ${proposedAt + WAIT})`,
      },
      sql`WHERE ${versionIn(conferenceId)} = ${version} AND ${hasHadMoneySince(viewer.uid, proposedAt)}`,
    )
      .onConflictDoNothing()
      .returning({ id: invoicing.id }),
    auditRow(
      context,
      {
        actorUid: viewer.uid,
        action: "propose invoicing",
        object: `invoicing/${id}`,
        detail: { conference: conferenceId, changed: changes.map(({ label }) => label) },
      },
      hasRow(invoicing, eq(invoicing.id, id)),
    ),
    ...mailsOf(context, id, "proposed", {
      two: invoicingMails.waits(told, link),
      alone: invoicingMails.applies(told, inZone(shown(proposedAt + WAIT), told.zone), link),
    }),
  ]);
  return stored.length === 1 ? { proposed: true } : { refused: invoicingMessages.moved, status: 409 };
}

/** The page on which changes are proposed, confirmed and withdrawn. */
const PAGE = "/admin/payments/invoicing";

/**
 * The condition that a proposal is not settled, its proposer still has the ability "money", and no other version has
 * come into force since the proposal.
 */
const isUnmoved = sql`${invoicing.state} = 'proposed' AND ${versionIn(invoicing.conferenceId)} = ${invoicing.replaces}
  AND ${hasHadMoneySince(invoicing.proposedBy, invoicing.proposedAt)}`;

/** The statements that put a proposal into force if `may` holds when they run. The second one returns the proposal. */
function application(context: Context, id: string, settledBy: string | null, may: SQL) {
  const mayApply = and(eq(invoicing.id, id), isUnmoved, may);
  const action = settledBy === null ? "apply invoicing" : "confirm invoicing";
  const { entry } = audited(
    context,
    { actorUid: settledBy, action, object: `invoicing/${id}` },
    hasRow(invoicing, mayApply),
  );
  const applied = context.db
    .update(invoicing)
    .set({
      ...{ state: "applied", settledBy, settledAt: Date.now() },
      version: sql`${versionIn(invoicing.conferenceId)} + 1`,
    })
    .where(mayApply)
    .returning({ id: invoicing.id });
  return [entry, applied] as const;
}

/**
 * Confirms another person's proposal, which then takes effect immediately. If several people confirm it at the same
 * time, only one of them succeeds. The statement that writes the change checks three things again: who confirms, how
 * long that person has had the ability "money", and which version is in force.
 */
export async function confirmInvoicing(
  context: Context,
  { viewer, settings }: SignedIn,
  id: string,
): Promise<{ confirmed: true } | Refusal> {
  const { db, origin } = context;
  const found = await readProposal(context, id);
  if (found?.row.conferenceId !== settings.conferenceId) return { refused: messages.notFound, status: 404 };
  const { row, told } = found;
  const by = (await calledOf(db, [viewer.uid])).get(viewer.uid) ?? viewer.email;
  const applied = invoicingMails.applied(told, by, origin + PAGE);
  const isSecond = sql`${invoicing.proposedBy} <> ${viewer.uid}
    AND ${hasHadMoneySince(viewer.uid, sql`${invoicing.proposedAt} - ${WAIT}`)}`;
  const [, done] = await db.batch([
    ...application(context, id, viewer.uid, isSecond),
    ...mailsOf(context, id, "applied", { two: applied, alone: applied }),
  ]);
  if (done.length === 1) return { confirmed: true };
  const now = await readProposal(context, id);
  if (now && isSettledAs(now.row, "applied", viewer.uid)) return { confirmed: true };
  if (now?.row.state !== "proposed") return { refused: invoicingMessages.settled, status: 409 };
  const [[ability], [maker]] = await db.batch([
    moneySinceRows(db, viewer.uid),
    moneySinceRows(db, row.proposedBy ?? ""),
  ]);
  const standing = { version: now.version, uid: viewer.uid, since: ability?.since, makerSince: maker?.since };
  const why = proposalRefusal(row, standing) ?? "moved";
  return { refused: invoicingMessages.whyNot[why], status: why === "own" || why === "new" ? 403 : 409 };
}

/** Whether somebody has settled a proposal in this way: they may have pressed the button twice. */
const isSettledAs = (
  { state, settledBy }: typeof invoicing.$inferSelect,
  asked: "applied" | "withdrawn",
  uid: string,
): boolean => state === asked && settledBy === uid;

/** Withdraws a proposal before it takes effect. It does not matter who made the proposal. */
export async function withdrawInvoicing(
  context: Context,
  { viewer, settings }: SignedIn,
  id: string,
): Promise<{ withdrawn: true } | Refusal> {
  const { db, origin } = context;
  const found = await readProposal(context, id);
  if (found?.row.conferenceId !== settings.conferenceId) return { refused: messages.notFound, status: 404 };
  const by = (await calledOf(db, [viewer.uid])).get(viewer.uid) ?? viewer.email;
  const text = invoicingMails.withdrawn(found.told, by, origin + PAGE);
  const isProposed = and(eq(invoicing.id, id), eq(invoicing.state, "proposed"));
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "withdraw invoicing", object: `invoicing/${id}` },
    hasRow(invoicing, isProposed),
  );
  const [, done] = await db.batch([
    entry,
    db
      .update(invoicing)
      .set({ state: "withdrawn", settledBy: viewer.uid, settledAt: Date.now() })
      .where(isProposed)
      .returning({ id: invoicing.id }),
    ...mailsOf(context, id, "withdrawn", { two: text, alone: text }),
  ]);
  if (done.length === 1) return { withdrawn: true };
  const now = await readProposal(context, id);
  if (now && isSettledAs(now.row, "withdrawn", viewer.uid)) return { withdrawn: true };
  return { refused: invoicingMessages.settled, status: 409 };
}

/** Puts into force the proposals that nobody could confirm and nobody withdrew in time. The cron calls this. */
export async function applyInvoicing(context: Context): Promise<void> {
  const { db, origin, requestId } = context;
  const now = Date.now();
  // The index covers only rows in the state "proposed", and the database uses it only if the condition is a literal.
  const due = await db
    .select({ id: invoicing.id })
    .from(invoicing)
    .where(sql`${invoicing.state} IN ('proposed') AND ${invoicing.appliesAt} <= ${now} AND ${isUnmoved}`);
  const where = { requestId, method: "applyInvoicing" };
  const objectOf = ({ id }: { id: string }) => `invoicing/${id}`;
  await forEachRow(due, where, objectOf, async ({ id }) => {
    const found = await readProposal(context, id);
    if (!found) return;
    const applied = invoicingMails.applied(found.told, null, origin + PAGE);
    await db.batch([
      ...application(context, id, null, sql`${invoicing.appliesAt} <= ${now}`),
      ...mailsOf(context, id, "applied", { two: applied, alone: applied }),
    ]);
  });
}

/** The proposals of all editions that are not settled yet, for `proposalsAtHome`. */
export const openProposalRows = (db: Database) =>
  db
    .select({ ...placeColumns, proposedBy: invoicing.proposedBy, appliesAt: invoicing.appliesAt })
    .from(invoicing)
    .innerJoin(conferences, eq(conferences.id, invoicing.conferenceId))
    .where(sql`${invoicing.state} IN ('proposed')`);

/**
 * The proposals that a member of the staff sees on their home page. Everybody sees changes that will soon take effect
 * without a second person. People with the ability "money" also see changes that wait for a second person. One round
 * trip, if there is any proposal.
 */
export async function proposalsAtHome(
  db: Database,
  { viewer, shown }: SignedIn,
  proposed: Awaited<ReturnType<typeof openProposalRows>>,
): Promise<ProposalAtHome[]> {
  const open = proposed.filter(({ appliesAt }) => appliesAt !== null || can(viewer.abilities, "money"));
  if (open.length === 0) return [];
  const names = await calledOf(
    db,
    open.map(({ proposedBy }) => proposedBy),
  );
  return open.map(({ proposedBy, appliesAt, ...place }) => ({
    edition: conferenceName(place),
    who: names.get(proposedBy) ?? "Somebody",
    appliesAt: appliesAt === null ? null : shown(appliesAt),
  }));
}
