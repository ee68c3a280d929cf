import { and, eq, or, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { everyConference } from "~/conference/conferences.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { idOf } from "~/platform/ids.server.ts";
import type { CarriedLine } from "./bank.form.ts";
import type { BankLine } from "./bank-file.ts";
import {
  type BankGround,
  type EnteredLine,
  isTakenBack,
  type KnownTaking,
  numbersOf,
  referenceKey,
} from "./bank-matches.ts";
import { numberPrefix } from "./bank-numbers.ts";
import { stateColumns, stateOfRow } from "./invoice-page.server.ts";
import { invoiceNumber } from "./invoices.ts";
import { partCents } from "./taking-rows.server.ts";
import { recordTaking } from "./takings.server.ts";

/** The SQL counterpart of `referenceKey`, for a row of `takings`. */
const keyOfRow = sql`upper(replace(replace(${takings.reference}, ' ', ''), '-', ''))`;

const takingColumns = {
  id: takings.id,
  orderId: takings.orderId,
  reference: takings.reference,
  receivedOn: takings.receivedOn,
  amountCents: takings.amountCents,
  state: takings.state,
  conferenceId: takings.conferenceId,
  number: invoices.number,
};

/**
 * Money that was recorded with any of these references, or under any of these ids. The search covers every edition,
 * because all editions share one bank account.
 */
const takingRows = ({ db }: Context, references: readonly string[], ids: readonly string[] = []) =>
  db
    .select(takingColumns)
    .from(takings)
    .innerJoin(invoices, eq(invoices.orderId, takings.orderId))
    .where(
      or(
        sql`${keyOfRow} IN ${listed(references.map(referenceKey).filter(Boolean))}`,
        sql`${takings.id} IN ${listed(ids)}`,
      ),
    )
    .orderBy(takings.recordedAt, takings.id);

/** The rows, each with the number of its invoice in the form that people read. */
function known(
  rows: Awaited<ReturnType<typeof takingRows>>,
  conferences: Awaited<ReturnType<typeof everyConference>>,
): KnownTaking[] {
  return rows.map(({ conferenceId, number, ...taking }) => {
    const conference = conferences.find(({ id }) => id === conferenceId);
    return { ...taking, number: conference ? invoiceNumber(conference, number) : String(number) };
  });
}

/** Other takings that were recorded with the same reference, oldest first. One round trip. */
export async function sameReferences(context: Context, reference: string, entry: string) {
  const { db } = context;
  const [rows, conferences] = await db.batch([takingRows(context, [reference]), everyConference(db)]);
  return known(rows, conferences).filter(({ id, state }) => id !== entry && !isTakenBack(state));
}

/**
 * The data that bank lines are compared with: invoices that are open or named by a line, and money that is recorded
 * already. Two round trips, however many lines there are.
 *
 * @param ids the ids of the takings that the lines would make, in case some of these takings exist already.
 */
export async function readBankGround(
  context: Context,
  conferenceId: string,
  lines: readonly BankLine[],
  ids: readonly string[] = [],
): Promise<BankGround> {
  const { db } = context;
  const conferences = await everyConference(db);
  const prefixes = new Map(conferences.map((conference) => [conference.id, numberPrefix(conference)]));
  const prefix = prefixes.get(conferenceId) ?? "";
  const isOfEdition = eq(invoices.conferenceId, conferenceId);
  const [found, recorded, names] = await db.batch([
    db
      .select({
        orderId: invoices.orderId,
        number: invoices.number,
        buyerName: invoices.buyerName,
        uid: orders.payerUid,
        missingCents: sql<number>`${orders.dueCents} - ${partCents}`.as("missing_cents"),
        ...stateColumns,
      })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .innerJoin(payments, eq(payments.id, invoices.orderId))
      .where(
        and(
          isOfEdition,
          or(
            eq(payments.state, "reserved"),
            sql`${invoices.number} IN ${listed(prefix ? numbersOf(lines, prefix) : [])}`,
          ),
        ),
      ),
    takingRows(
      context,
      lines.map(({ reference }) => reference),
      ids,
    ),
    nameRows(
      db,
      conferenceId,
      sql`(SELECT ${orders.payerUid} FROM ${invoices} JOIN ${orders} ON ${orders.id} = ${invoices.orderId}
        WHERE ${isOfEdition})`,
    ),
  ]);
  const nameOf = namesIn(names);
  return {
    prefix,
    otherPrefixes: [...new Set(prefixes.values())].filter((other) => other !== prefix),
    invoices: found.map(({ uid, orderId, number, buyerName, missingCents, ...row }) => ({
      ...{ orderId, number, buyerName, missingCents },
      state: stateOfRow(row),
      payerName: nameOf.get(uid)?.name ?? "",
    })),
    takings: known(recorded, conferences),
  };
}

/**
 * The lines, each with the ids of the takings that it makes. An id is derived from the reference, day and amount. So
 * two people who open the same file make the same taking, and only one of them can record it. If a taking was withdrawn
 * or reversed, its line gets another id and can be recorded again.
 */
export function withEntries(lines: readonly BankLine[], takings: readonly KnownTaking[]): EnteredLine[] {
  return lines.map((line) => {
    const key = referenceKey(line.reference);
    const before = takings.filter(
      (one) =>
        isTakenBack(one.state) && one.receivedOn === line.receivedOn && referenceKey(one.reference) === key,
    );
    const fingerprint = `bank ${line.receivedOn} ${line.cents} ${before.length} ${key}`;
    return { ...line, entry: idOf(fingerprint), owedEntry: idOf(`owed ${fingerprint}`) };
  });
}

/**
 * Records the money of the lines, one line after the other. If one line fails, the others are still recorded.
 *
 * @returns the reason for each line that was refused, by the id of the line's taking.
 */
export async function recordBankLines(
  context: Context,
  visit: SignedIn,
  lines: readonly CarriedLine[],
): Promise<Map<string, string>> {
  const refusals = new Map<string, string>();
  for (const { plan, entry, owedEntry, reference, receivedOn } of lines) {
    if (plan === null) continue;
    const { orderId, paysCents, owedCents } = plan;
    const parts = [
      { id: entry, amountCents: paysCents, isOwed: false },
      { id: owedEntry, amountCents: owedCents, isOwed: true },
    ].filter(({ amountCents }) => amountCents > 0);
    for (const part of parts) {
      const coming = { means: "bank transfer" as const, reference, receivedOn };
      const answer = await recordTaking(context, visit, { ...part, ...coming, orderId });
      if (!("refused" in answer)) continue;
      refusals.set(entry, answer.refused);
      break;
    }
  }
  return refusals;
}
