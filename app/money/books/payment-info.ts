import {
  type AttemptFacts,
  boughtWith,
  isTakenByBank,
  type Repayment,
  restToPay,
  whatBecameOf,
} from "~/money/payments/attempts.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import {
  isOfInvoice,
  NOT_PAID_STATES,
  paidBy,
  RECEIPT_STATES,
  shownRefund,
} from "~/money/payments/receipts.ts";
import { addOnStage, isForSale, registrationStage } from "~/money/payments/registration.ts";
import { grantsOf } from "~/money/prices/grants.ts";
import { ADD_ON_PATHS, PASS_PATHS } from "~/money/prices/passes.ts";
import { isOfAddOns, passPrice } from "~/money/prices/pricing.ts";
import { exchangeables } from "~/money/transfers/exchanges.ts";
import { transferable } from "~/money/transfers/transfers.ts";
import type { LiveHolding, Standing } from "~/standing/standing.ts";
import type { AddOn, Edition, PassEvent, Selection } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import type { Grant } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";

type Attempt = AttemptFacts & {
  id: string;
  addOns: Selection;
  creditCents: number;
  cardBrand: string | null;
  cardLastFour: string | null;
  payer: string | null;
  dueAt: number | null;
  recordedCents: number;
  isConfirming: boolean;
};

type Paying = Standing & {
  award: Grant | null;
  pricedAt: number;
  edition: Pick<Edition, "deadlineZone">;
  events: PassEvent[];
  /** Newest first. */
  payments: Attempt[];
  refunds: (Repayment & { paymentId: string })[];
  holdings: LiveHolding[];
  isSelling: boolean;
  creditCents: number;
};

/**
 * The data of the page of payments: all payments of a person, and the passes. Each pass comes with its price for this
 * person and with what the person can do about it. `now` is UTC ms.
 */
export function paymentInfo(standing: Paying, now: number) {
  const { award, catalogue, creditCents, edition, payments, refunds, holdings } = standing;
  const stages = new Map(catalogue.tickets.map(({ id }) => [id, registrationStage(id, standing)]));
  const offered = transferable(standing, now).map(({ paymentId }) => paymentId);
  const titleOf = (id: string) =>
    [...catalogue.tickets, ...catalogue.addOns].find((item) => item.id === id)?.title ?? id;
  const mayAdd = (id: PassType) => ["pay", "waiver"].includes(addOnStage(id, standing, now).stage);
  const addOnsFor = { gold: mayAdd("gold"), goldPlus: mayAdd("goldPlus") };
  const mayPayAgain = (attempt: Attempt) =>
    isOfAddOns(attempt) ? addOnsFor[attempt.passType] : isForSale(stages.get(attempt.passType));
  const ownHeld = holdings.filter(
    ({ item, passType, state, paymentId }) =>
      item === passType && state === "held" && payments.some(({ id }) => id === paymentId),
  );
  // If the newest payment failed, the delegate probably wants to pay for the same things again.
  const [newest] = payments;
  const again =
    newest && NOT_PAID_STATES.has(newest.state) && mayPayAgain(newest)
      ? (isOfAddOns(newest) ? ADD_ON_PATHS : PASS_PATHS)[newest.passType]
      : null;
  return {
    isSubmitted: standing.submittedAt !== null,
    credit: creditCents > 0 ? paymentMessages.credit(dollars(creditCents)) : null,
    // A pass is left out here in two cases, because a payment shows it: the delegate bought and still holds the pass or
    // the one that includes it; or the newest payment was for the pass, failed, and can be made again.
    passes: catalogue.tickets
      .filter(
        ({ id }) =>
          PASS_PATHS[id] !== again &&
          (stages.get(id)!.stage !== "held" ||
            !ownHeld.some(({ item }) => item === id || item === "goldPlus")),
      )
      .map(({ id, title }) => ({
        title,
        href: PASS_PATHS[id],
        addOns: addOnsFor[id] ? ADD_ON_PATHS[id] : null,
        // If a pass is held or on its way, its price is shown with its payment.
        price: ["held", "in progress"].includes(stages.get(id)!.stage)
          ? null
          : dollars(passPrice(catalogue, id, standing.pricedAt, grantsOf(award, null))),
        stage: stages.get(id)!,
      })),
    attempts: payments.map((attempt) => {
      const { id, passType, addOns, amountCents, state, createdAt } = attempt;
      const returned = refunds.filter((refund) => refund.paymentId === id);
      const bought = Object.entries(addOns).map(([addOn, variant]) => ({
        title: titleOf(addOn),
        variant: variant === true ? null : variant,
      }));
      const held = holdings.filter((one) => one.paymentId === id && one.state === "held");
      // The add-ons are sorted as on the bill, even if some were exchanged.
      const addOnsHeld = Object.keys(addOns).flatMap((item) => held.filter((one) => one.item === item));
      const what = boughtWith(attempt, titleOf(passType), held);
      const isAlone = isOfAddOns(attempt);
      return {
        id,
        state,
        title: what.title,
        what: whatBecameOf(
          ...([attempt, returned, what] as const),
          mayPayAgain(attempt),
          edition.deadlineZone,
        ),
        // For a bill of add-ons alone, the title already names the add-ons.
        addOns: isAlone ? [] : (state === "captured" ? addOnsHeld : bought).map(lineTitle),
        amount: dollars(amountCents),
        credit: attempt.creditCents > 0 ? dollars(attempt.creditCents) : null,
        paidBy: paidBy(attempt),
        // An invoice that somebody else pays is shown only to that payer.
        hasInvoice: isOfInvoice(attempt) && attempt.payer === null,
        rest: attempt.recordedCents > 0 ? dollars(restToPay(attempt)) : null,
        dueAt: state === "reserved" && attempt.payer === null && !attempt.isConfirming ? attempt.dueAt : null,
        date: createdAt,
        hasReceipt: RECEIPT_STATES.has(state),
        moreAddOns:
          addOnsFor[passType] && ownHeld.some((one) => one.paymentId === id) ? ADD_ON_PATHS[passType] : null,
        again: attempt === newest ? again : null,
        isPassHeld: held.some(({ item }) => item === passType),
        isTransferable: offered.includes(id),
        isExchangeable: exchangeables(addOnsHeld, catalogue.addOns, { isStaff: false }).length > 0,
        refunds: returned.filter(({ amountCents }) => amountCents > 0).map(shownRefund),
        isTakenByBank: isTakenByBank(returned),
        isConfirming: attempt.isConfirming,
      };
    }),
    takenOver: takenOver(holdings, payments, catalogue.addOns, offered),
  };
}

/**
 * The passes that somebody took over from another person. Each comes with its add-ons, except add-ons on the new
 * holder's own bills.
 */
function takenOver(holdings: LiveHolding[], own: Pick<Attempt, "id">[], addOns: AddOn[], offered: string[]) {
  const others = holdings.filter(
    ({ paymentId, state }) => state === "held" && !own.some(({ id }) => id === paymentId),
  );
  return others
    .filter(({ item, passType }) => item === passType)
    .map((pass) => {
      const things = others.filter((one) => one.passType === pass.passType && one !== pass);
      return {
        paymentId: pass.paymentId,
        title: pass.title,
        isTransferable: offered.includes(pass.paymentId),
        things: things.map(lineTitle),
        exchange: exchangeables(things, addOns, { isStaff: false }).map(({ item, title }) => {
          const { paymentId } = things.find((one) => one.item === item)!;
          return { paymentId, title };
        }),
      };
    });
}
