import { usableCode } from "~/money/prices/codes.server.ts";
import { grantsOf } from "~/money/prices/grants.ts";
import { passMessages } from "~/money/prices/messages.ts";
import {
  checkIntended,
  dueOf,
  type IntendedPrice,
  type Quote,
  quote,
  quoteAddOns,
  takesOff,
} from "~/money/prices/pricing.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import { type DelegateStanding, readStanding } from "~/standing/standing.server.ts";
import { titleOf } from "~/standing/standing.ts";
import type { Selection } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import type { PassType } from "~/values/types.ts";
import { progressOf, whileInProgress } from "./attempts.ts";
import { paymentMessages } from "./messages.ts";
import type { RefusedPayment } from "./orders.ts";
import { addOnStage, heldBeside, registrationStage } from "./registration.ts";
import type { CheckedPayment, OrderCheck } from "./reservations.server.ts";

export type PaymentRequest = {
  /** Either a pass with add-ons, or add-ons for a pass that is held. */
  buys: "pass" | "add-ons";
  passType: PassType;
  selection: Selection;
  /** The amounts that the client saw, in dollars. They are only compared, never charged. */
  intended: IntendedPrice;
  /** The code that the delegate typed; empty if none. Add-ons have no codes. */
  code: string;
  /** The held pass, if the page said that its price is not credited to the new pass; otherwise null. */
  heldPass: PassType | null;
};

type AllowedQuote = Extract<Quote, { allowed: true }>;

/** A bill that may be paid, with what was checked for it. */
type Allowed = {
  priced: AllowedQuote;
  checked: Pick<CheckedPayment, "submittedAt" | "beside" | "award" | "reductions" | "idle">;
};

/**
 * The price of a payment after all checks. For a pass: the application is submitted, a visible decision allows the
 * pass, the pass is on sale and not held, and the code can be used. For add-ons: their pass is held, and none of the
 * add-ons is held yet. For both: the terms are accepted, everything that is bought still has a place left, and the
 * client saw the amounts that have to be paid.
 */
export async function checkPayment(
  context: Context,
  visit: SignedIn,
  request: PaymentRequest,
): Promise<
  | { priced: AllowedQuote; checked: CheckedPayment; cards: CardProcessor; standing: DelegateStanding }
  | RefusedPayment
> {
  const { viewer, settings, now } = visit;
  const { buys, passType, intended } = request;
  const standing = await readStanding(context, settings.conferenceId, viewer.uid, now);
  const { catalogue, acceptance, catalogueVersion, creditCents } = standing;
  const bill =
    buys === "pass" ? await passBill(context, visit, standing, request) : addOnBill(standing, request, now);
  if ("refused" in bill) return bill;
  if (acceptance === null) return { refused: passMessages.waiverFirst, status: 403 };
  const { priced } = bill;
  const comparison = checkIntended(catalogue, priced, intended, creditCents);
  if (!comparison.allowed) return { refused: comparison.reason, status: 409 };
  const { cards } = context;
  if (!cards) return { refused: passMessages.notOnSale(titleOf(catalogue, passType)), status: 403 };
  return {
    ...{ priced, cards, standing },
    checked: {
      ...{ ...bill.checked, agreementVersion: acceptance.version, catalogueVersion, creditCents, now },
      offerEndsAt: standing.waitingOffer?.endsAt ?? null,
    },
  };
}

/** Makes the check for the order of a delegate who pays for themselves. */
export const ownOrder =
  (request: PaymentRequest): OrderCheck =>
  async (context, visit) => {
    const found = await checkPayment(context, visit, request);
    if ("refused" in found) return found;
    const { priced, checked, cards, standing } = found;
    const { totalCents: amountCents, addOns, lines } = priced;
    const { spentCents: creditCents } = dueOf(amountCents, checked.creditCents);
    const { passType } = request;
    const bill = {
      id: newId(),
      delegateUid: visit.viewer.uid,
      passType,
      addOns,
      amountCents,
      creditCents,
      lines,
    };
    return {
      ...{ bills: [{ bill, name: standing.fullName, checked }], cards, standing },
      // A delegate who holds a pass or may pay for one counts as admitted. For anybody else, the statement that
      // reserves the payment writes no row.
      isAdmitted: true,
      whyMoved: () => moved(context, visit, request),
    };
  };

/** Why nothing was reserved: the payment is checked once more, to find out what has changed. */
async function moved(context: Context, visit: SignedIn, request: PaymentRequest): Promise<RefusedPayment> {
  const found = await checkPayment(context, visit, request);
  if ("refused" in found) return found;
  const { dueCents } = dueOf(found.priced.totalCents, found.checked.creditCents);
  return { refused: passMessages.priceChanged(dollars(dueCents)), status: 409 };
}

async function passBill(
  context: Context,
  visit: SignedIn,
  standing: DelegateStanding,
  { passType, selection, heldPass, code: typed }: PaymentRequest,
): Promise<Allowed | RefusedPayment> {
  const { catalogue, submittedAt } = standing;
  const stage = registrationStage(passType, standing);
  if (stage.stage === "refused") return { refused: stage.reason, status: 403 };
  if (stage.stage === "held" || stage.stage === "sold out") return { refused: stage.reason, status: 409 };
  if (stage.stage === "in progress") return { refused: whileInProgress(stage.state), status: 409 };
  // This check comes before the code is looked up, because people who may not pay yet must not guess codes.
  if (stage.stage === "waiver" || submittedAt === null)
    return { refused: passMessages.waiverFirst, status: 403 };

  const usable = await usableCode(context, visit, typed, (code) =>
    takesOff(code, catalogue, passType, submittedAt, standing.award),
  );
  if (usable && "refused" in usable) return usable;
  const priced = quote(catalogue, passType, submittedAt, selection, grantsOf(standing.award, usable));
  if (!priced.allowed) return { refused: priced.reason, status: 400 };
  const beside = heldBeside(passType, standing.passes);
  if (beside !== null && heldPass !== beside) {
    const sentence = paymentMessages.notCreditedYet(titleOf(catalogue, beside), priced.lines[0]!.title);
    return { refused: sentence, status: 409 };
  }
  const reductions = priced.lines.flatMap((line) => line.reductions ?? []);
  const award = standing.award?.id ?? null;
  return { priced, checked: { submittedAt, beside, award, reductions, idle: priced.idle } };
}

function addOnBill(
  standing: DelegateStanding,
  { passType, selection }: PaymentRequest,
  now: number,
): Allowed | RefusedPayment {
  const { catalogue, holdings, passes } = standing;
  const there = holdings.find(({ item }) => Object.hasOwn(selection, item));
  // If the same button was pressed twice, the second request gets the outcome of the first.
  if (there?.state === "held") return { refused: passMessages.alreadyHave(there.title), status: 409 };
  if (there) {
    const pass = passes.find((one) => one.passType === passType);
    return { refused: whileInProgress(progressOf({ ...pass, state: there.state })), status: 409 };
  }
  const stage = addOnStage(passType, standing, now);
  if (stage.stage === "refused") return { refused: stage.reason, status: 403 };
  const priced = quoteAddOns(catalogue, passType, selection);
  if (!priced.allowed) return { refused: priced.reason, status: 400 };
  return { priced, checked: { submittedAt: null, beside: null, award: null, reductions: [], idle: [] } };
}
