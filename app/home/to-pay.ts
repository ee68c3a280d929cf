import type { DraftProgress } from "~/applications/draft-progress.ts";
import { restToPay } from "~/money/payments/attempts.ts";
import type { PassOffer, Standing } from "~/standing/standing.ts";
import { dollars } from "~/values/money.ts";
import type { PaymentState } from "~/values/types.ts";

/** The pass that another person offers to this person; undefined if there is none. */
export const offeredTo = ({ offers }: { offers: PassOffer[] }): PassOffer | undefined =>
  offers.find(({ isOwn }) => !isOwn);

/**
 * What this person has been asked to pay. `number` counts the requests from others; `invoices` counts the unpaid
 * invoices for others.
 */
export type ToPay = { number: number; invoices: number };

/** The address of the page on which people pay for others. */
export const TO_PAY = "/paying";

/**
 * Whether paying for others is the next thing to do. There must be something to pay, and the person either has not
 * begun to apply or is waiting for a decision.
 */
export const isNextToPay = (
  { submittedAt, decision }: Pick<Standing, "submittedAt" | "decision">,
  draft: DraftProgress | null,
  { number, invoices }: ToPay,
): boolean => number + invoices > 0 && (submittedAt === null ? !draft?.isBegun : decision === null);

/** An open invoice of the delegate: how much of it is still to be paid, and when it is due (UTC ms). */
export type InvoiceToPay = { paymentId: string; amount: string; dueAt: number };

/**
 * The open invoice that the delegate has to pay; null if there is none, if another person pays it, or if nothing is
 * left to pay.
 */
export function invoiceToPay(
  payments: readonly {
    id: string;
    state: PaymentState;
    payer: string | null;
    amountCents: number;
    creditCents: number;
    recordedCents: number;
    dueAt: number | null;
    isConfirming: boolean;
  }[],
): InvoiceToPay | null {
  const open = payments.find(
    ({ state, payer, dueAt, isConfirming }) =>
      state === "reserved" && payer === null && dueAt !== null && !isConfirming,
  );
  if (!open || open.dueAt === null) return null;
  return { paymentId: open.id, amount: dollars(restToPay(open)), dueAt: open.dueAt };
}
