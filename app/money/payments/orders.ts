import type { Selection } from "~/values/catalogue.ts";
import type { Line } from "~/values/shapes.ts";
import type { PassType, Refused } from "~/values/types.ts";

/** Why nothing is reserved and no card is charged. */
export type RefusedPayment = Refused<400 | 402 | 403 | 409 | 429 | 503>;

/** The bill of one delegate. Amounts are in cents. */
export type Bill = {
  id: string;
  delegateUid: string;
  passType: PassType;
  addOns: Selection;
  amountCents: number;
  creditCents: number;
  lines: Line[];
};

/** What an order pays for, as fixed when the order was reserved. */
export type Manifest = { id: string; conferenceId: string; payerUid: string; bills: Bill[] };

/** Whether somebody other than the delegate pays. */
export const isForOthers = ({ payerUid, delegateUid }: { payerUid: string; delegateUid: string }): boolean =>
  payerUid !== delegateUid;
