import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { acceptances, answers, applications, documents } from "#db/schema/applications.ts";
import { agreements, rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { invoicing } from "#db/schema/invoices.ts";
import { recordings, speakers } from "#db/schema/library.ts";
import { holdings, orders, payments } from "#db/schema/money.ts";
import { programmeSessions, rooms, tracks } from "#db/schema/programme.ts";
import type { StandInRows } from "#db/stand-in.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { rowsOf } from "~/editions/edition-rows.server.ts";
import { isSame } from "~/editions/merge.ts";
import type { EditionDraft } from "~/editions/revisions.server.ts";
import { quote } from "~/money/prices/pricing.ts";
import { libraryNames, roomRows, trackRows } from "~/programme/programme.server.ts";
import type { AddOn, Answers, Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { inventedAnswers } from "./preview-answers.ts";
import { INVENTED } from "./preview-pages.ts";
import { type PreviewState, type PreviewTimes, previewTimes } from "./preview-states.ts";

type Drafted = Pick<EditionDraft, "conferenceId" | "document" | "live">;

/** Rows of one table, type-checked as for an INSERT. */
const rowsIn = <Table extends SQLiteTable>(table: Table, rows: Table["$inferInsert"][]) =>
  [table, rows] as const;

/**
 * All rows of a preview, as they would be at `now` (UTC ms): the rows that publishing the draft would write, the
 * present settings of invoices, and the rows of one invented delegate. Every other table is empty.
 *
 * @param programme the rows of `programmeToday`, for a page that shows them.
 */
export function previewRows(
  draft: Drafted,
  state: PreviewState,
  now: number,
  programme: StandInRows = new Map(),
): StandInRows {
  const { conferenceId, document } = draft;
  const times = previewTimes(document, state, now);
  const edition = rowsOf(conferenceId, document);
  return new Map<SQLiteTable, readonly Record<string, unknown>[]>([
    ...programme,
    ...edition,
    rowsIn(rounds, releasedRounds(conferenceId, document, state, times)),
    rowsIn(agreements, [agreementInForce(draft)]),
    rowsIn(invoicing, draft.live?.invoicing ? [draft.live.invoicing] : []),
    ...(state.application === "none" ? [] : applicationRows(draft, state, times, now)),
  ]);
}

/**
 * The programme as everybody can read it today: sessions, their rooms and speakers. A draft does not contain the
 * programme, and nobody's agenda is included.
 */
export async function programmeToday(db: Database, conferenceId: string): Promise<StandInRows> {
  const [sessions, places, subjects] = await db.batch([
    db.select().from(programmeSessions).where(eq(programmeSessions.conferenceId, conferenceId)),
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
  ]);
  const library = await libraryNames(db, sessions);
  return new Map<SQLiteTable, readonly Record<string, unknown>[]>([
    [programmeSessions, sessions],
    [rooms, places],
    [tracks, subjects],
    [speakers, [...library.speakers.values()]],
    [recordings, [...library.recordings.values()]],
  ]);
}

/**
 * The rounds. Each is released at its own `decisionRelease`, but not before the decision was set. If the state says
 * that nothing is released, no round is released.
 */
function releasedRounds(
  conferenceId: string,
  document: EditionDocument,
  { isReleased }: PreviewState,
  { setAt }: PreviewTimes,
): (typeof rounds.$inferInsert)[] {
  return document.rounds.map((round, position) => ({
    ...{ ...round, conferenceId, position },
    releasedAt: isReleased ? Math.max(round.decisionRelease, setAt) : null,
  }));
}

/** The version of the agreement that would be in force after publishing. */
function agreementInForce({ conferenceId, document, live }: Drafted): typeof agreements.$inferInsert {
  const { signAgain: _, ...wording } = document.agreement;
  const former = live?.agreement?.version ?? 0;
  const isNew = former === 0 || !isSame(live?.document.agreement, document.agreement);
  return { conferenceId, version: isNew ? former + 1 : former, ...wording, createdAt: 0 };
}

function applicationRows(draft: Drafted, state: PreviewState, times: PreviewTimes, now: number) {
  const { conferenceId, document } = draft;
  const { uid } = INVENTED;
  const own = { conferenceId, uid };
  const invented = inventedAnswers(document, now);
  const isSubmitted = state.application === "submitted";
  // Somebody who has only begun an application has answered only the first section.
  const answered = isSubmitted ? document.sections : document.sections.slice(0, 1);
  const { submittedAt, savedAt, setAt, signedAt, paidAt } = times;
  const paid = state.pass && paymentFor(document, state.pass, submittedAt);
  return [
    rowsIn(applications, [{ ...own, createdAt: savedAt, submittedAt: isSubmitted ? submittedAt : null }]),
    rowsIn(
      answers,
      answered.map(({ id: sectionId, questions }) => ({
        ...{ ...own, sectionId, version: 1, savedAt },
        answers: pick(
          invented.answers,
          questions.map(({ id }) => id),
        ),
      })),
    ),
    rowsIn(
      documents,
      (isSubmitted ? invented.documents : []).map(({ id: questionId }) => ({
        ...{ ...own, id: `invented-${questionId}`, questionId, fileName: "invented.pdf" },
        ...{ contentType: "application/pdf", size: 120_000, sha256: "", objectKey: "", uploadedAt: savedAt },
      })),
    ),
    rowsIn(
      decisions,
      state.decision === null ? [] : [{ ...own, decision: state.decision, setAt, toldAt: setAt }],
    ),
    rowsIn(
      acceptances,
      state.hasSigned
        ? [
            {
              ...{ ...own, version: agreementInForce(draft).version, acceptedAt: signedAt },
              fullName: nameOf(invented.answers),
              statedDate: new Date(signedAt).toISOString().slice(0, 10),
            },
          ]
        : [],
    ),
    rowsIn(
      holdings,
      paid?.lines.map(({ id, title, variant, cents }, index) => ({
        ...{
          id: `${INVENTED.paymentId}-${index}`,
          conferenceId,
          uid,
          passType: state.pass!,
          item: id,
          title,
          variant,
        },
        ...{ cents, paymentId: INVENTED.paymentId, state: "held" as const, since: paidAt },
      })) ?? [],
    ),
    rowsIn(
      orders,
      paid
        ? [
            {
              ...{ id: INVENTED.paymentId, conferenceId, payerUid: uid, dueCents: paid.amountCents },
              ...{ means: "none", transactionId: "invented", leaseUntil: 0, createdAt: paidAt },
              ...{ cardBrand: "Visa", cardLastFour: "1111" },
            },
          ]
        : [],
    ),
    rowsIn(
      payments,
      paid
        ? [
            {
              ...{ id: INVENTED.paymentId, conferenceId, delegateUid: uid, passType: state.pass!, ...paid },
              ...{ orderId: INVENTED.paymentId, state: "captured", createdAt: paidAt, resolvedAt: paidAt },
            },
          ]
        : [],
    ),
  ];
}

const pick = (all: Answers, ids: string[]): Answers =>
  Object.fromEntries(ids.flatMap((id) => (all[id] ? [[id, all[id]]] : [])));

const nameOf = ({ firstName, middleName, lastName }: Answers) => fullName(firstName, middleName, lastName);

/** The payment for a pass, with an add-on if there is one; null if nobody could pay for it. */
function paymentFor({ rounds, passes, addOns }: EditionDocument, passType: PassType, submittedAt: number) {
  const catalogue = {
    rounds: rounds.map((round) => ({ ...round, releasedAt: null })),
    // The pass may be off sale at the time shown, but it was on sale when the delegate paid.
    tickets: passes.map((pass) => ({ ...pass, onSale: true })),
    prices: passes.flatMap(({ id: ticketId, cents }) =>
      Object.entries(cents).map(([roundId, amount]) => ({ ticketId, roundId, cents: amount })),
    ),
    addOns,
    left: {},
  };
  const addOn = addOns.find((one) => one.ticketId === passType && !one.disabled && !one.included);
  const priced = quote(catalogue, passType, submittedAt, addOn ? chosen(addOn) : {});
  if (!priced.allowed) return null;
  return { addOns: priced.addOns, amountCents: priced.totalCents, lines: priced.lines };
}

/** Chooses the last variant: the first size is seldom what people want. */
const chosen = ({ id, variants }: AddOn): Selection => ({ [id]: variants?.at(-1) ?? true });
