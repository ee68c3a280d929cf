import { and, eq, type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { payments } from "#db/schema/money.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { checkPayment } from "~/money/payments/checked-payment.server.ts";
import type { RefusedPayment } from "~/money/payments/orders.ts";
import type { CheckedOrder, OrderCheck } from "~/money/payments/reservations.server.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { isAdmitted } from "~/standing/admission.server.ts";
import { isAskedOf } from "~/standing/payer-requests.server.ts";
import { dollars } from "~/values/money.ts";
import { MOST_PEOPLE, peopleInWords } from "./groups.ts";
import { payerMessages } from "./messages.ts";
import { begunOrders } from "./orders-under-way.server.ts";
import { NOTHING_SEEN } from "./payer-requests.server.ts";

type PayerRequest = typeof payerRequests.$inferSelect;

/** The same visit with the delegate as the viewer, because the checks are about the delegate, no matter who pays. */
const asDelegate = (visit: SignedIn, uid: string): SignedIn => ({
  ...visit,
  viewer: { ...visit.viewer, uid },
});

/** Checks the pass that somebody asks the viewer to pay for, as if that person were paying. */
export const checkPayerRequest = (
  context: Context,
  visit: SignedIn,
  { uid, passType, addOns, heldPass }: PayerRequest,
) =>
  checkPayment(context, asDelegate(visit, uid), {
    ...{ buys: "pass", passType, selection: addOns, heldPass, intended: NOTHING_SEEN, code: "" },
  });

/** The requests that the viewer pays for, and the total that the page showed. */
export type GroupRequest = { ids: string[]; seenCents: number };

type CheckedRequest = {
  payerRequest: PayerRequest;
  name: string;
  found: Exclude<Awaited<ReturnType<typeof checkPayment>>, RefusedPayment>;
};

/**
 * The order of a viewer who pays for several people. Each of these people is checked as if they paid for themselves,
 * and all of them must have asked the viewer. The statement that reserves a bill makes sure that the person's request
 * is still open. Nobody's credit is spent.
 */
export const groupOrder =
  ({ ids, seenCents }: GroupRequest): OrderCheck =>
  async (context, visit) => {
    const { db } = context;
    const { conferenceId } = visit.settings;
    const asked = [...new Set(ids)];
    if (asked.length === 0) return { refused: payerMessages.chooseSomebody, status: 400 };
    if (asked.length > MOST_PEOPLE) return { refused: payerMessages.atMost(MOST_PEOPLE), status: 400 };
    const isOneOf = and(sql`${payerRequests.id} IN ${listed(asked)}`, isAskedOf(visit.viewer));
    const [requested, names] = await db.batch([
      db
        .select()
        .from(payerRequests)
        .where(and(isOneOf, eq(payerRequests.conferenceId, conferenceId))),
      nameRows(db, conferenceId, sql`(SELECT ${payerRequests.uid} FROM ${payerRequests} WHERE ${isOneOf})`),
    ]);
    if (requested.length < asked.length) return { refused: payerMessages.changed, status: 409 };
    const nameOf = namesIn(names);
    const twice = requested.filter((one) => requested.some(({ id, uid }) => uid === one.uid && id < one.id));
    if (twice.length > 0) {
      const people = twice.map(({ uid }) => ({ name: nameOf.get(uid)?.name ?? "" }));
      return { refused: payerMessages.oneEach(peopleInWords(people)), status: 409 };
    }
    const found = await Promise.all(
      requested.map((payerRequest) => checkPayerRequest(context, visit, payerRequest)),
    );
    const checked = requested.map((payerRequest, index) => ({
      ...{ payerRequest, name: nameOf.get(payerRequest.uid)?.name ?? "", found: found[index]! },
    }));
    const ready = checked.filter(
      (one): one is CheckedRequest => !("refused" in one.found) && one.found.priced.totalCents > 0,
    );
    if (ready.length < checked.length) {
      const others = checked.filter(
        (one) => !ready.some(({ payerRequest }) => payerRequest === one.payerRequest),
      );
      const begun = await begunOrders(context, visit, asked);
      const begunFor = others.filter(({ payerRequest }) => begun.some(({ id }) => id === payerRequest.id));
      const refused =
        begunFor.length > 0
          ? payerMessages.underWay(peopleInWords(begunFor))
          : payerMessages.cannotBePaidFor(peopleInWords(others));
      return { refused, status: 409 };
    }
    const totalCents = totalOf(ready.map((one) => one.found.priced.totalCents));
    if (seenCents !== totalCents) {
      return { refused: passMessages.priceChanged(dollars(totalCents)), status: 409 };
    }
    const { cards, standing } = ready[0]!.found;
    const [first, ...more] = ready.map(
      ({ payerRequest: { id, uid, passType }, name, found: { priced, checked } }) => ({
        bill: {
          ...{ id: newId(), delegateUid: uid, passType, addOns: priced.addOns },
          ...{ amountCents: priced.totalCents, creditCents: 0, lines: priced.lines },
        },
        ...{ name, checked },
        also: isStillAsked(id, visit.viewer),
      }),
    );
    const bills: CheckedOrder["bills"] = [first!, ...more];
    return {
      ...{ bills, cards, standing, isAdmitted: await isAdmitted(context, visit) },
      besides: (orderId) => [
        db
          .update(payerRequests)
          .set({
            paymentId: sql`(SELECT ${payments.id} FROM ${payments} WHERE ${eq(payments.orderId, orderId)}
            AND ${payments.delegateUid} = ${payerRequests.uid} AND ${payments.passType} = ${payerRequests.passType})`,
          })
          .where(
            sql`${payerRequests.id} IN ${listed(asked)} AND EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${orderId})`,
          ),
      ],
      whyMoved: async (moved) => {
        const gone = ready.filter((_, index) => moved.includes(bills[index]!.bill.id));
        return { refused: payerMessages.moved(peopleInWords(gone)), status: 409 };
      },
    };
  };

const isStillAsked = (id: string, viewer: SignedIn["viewer"]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${payerRequests} WHERE ${payerRequests.id} = ${id} AND ${isAskedOf(viewer)})`;
