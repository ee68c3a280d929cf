import { chargedOf, isOfAddOns, totalOf } from "~/money/prices/pricing.ts";
import type { Order } from "~/platform/ports/card-processor.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { Line } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";

/** The bill of a delegate; amounts in cents. */
export type Bill = {
  id: string;
  delegateUid: string;
  passType: PassType;
  addOns: Selection;
  amountCents: number;
  creditCents: number;
  lines: Line[];
};

/** What an order pays for, as it was reserved. */
export type Manifest = { id: string; conferenceId: string; payerUid: string; bills: Bill[] };

/** Whether another person pays for a payment than the delegate whose bill it is. */
export const isForOthers = ({ payerUid, delegateUid }: { payerUid: string; delegateUid: string }): boolean =>
  payerUid !== delegateUid;

/** Where whoever pays reads what became of an order. */
export const addressOfOrder = ({ id, isForOthers }: { id: string; isForOthers: boolean }): string =>
  `${isForOthers ? "/paying" : "/payment"}/${id}`;

/** What the processor is told of an order: its charge carries what may be needed to write its rows again. */
export function chargeOf({ id, conferenceId, payerUid, bills }: Manifest): Order {
  const [first] = bills;
  const { delegateUid, passType, addOns, lines } = first!;
  const carried = isForOthers({ payerUid, delegateUid })
    ? { conferenceId, uid: payerUid, people: bills.length }
    : {
        ...{ conferenceId, uid: delegateUid, passType, addOns },
        ...(isOfAddOns({ passType, lines }) && { addOnsAlone: true as const }),
      };
  return { invoiceNumber: id, amountCents: totalOf(bills.map(chargedOf)), carried };
}
