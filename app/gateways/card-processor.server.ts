import type { Selection } from "~/domain/catalogue.ts";
import type { PassType } from "~/domain/types.ts";

/** Exists in the memory of one request only: never stored, logged, queued or shown again. */
export type CardFields = {
  firstName: string;
  lastName: string;
  /** Digits only. */
  cardNumber: string;
  /** MM/YY. */
  expirationDate: string;
  cardCode: string;
};

/** What a charge carries besides money, so that a lost row can be rebuilt from the processor. */
export type Carried = { conferenceId: string; uid: string; passType: PassType; addOns: Selection };

export type Charge = {
  /** The attempt's id, 20 characters: refId and invoice number in one. */
  invoiceNumber: string;
  amountCents: number;
  description: string;
  card: CardFields;
  carried: Carried;
};

/** `unknown` is everything that is neither a clear yes nor a clear no. */
export type ChargeOutcome =
  | { outcome: "captured"; transactionId: string }
  | { outcome: "declined" }
  | { outcome: "unknown" };

export type FoundCharge = {
  transactionId: string;
  invoiceNumber: string;
  outcome: "captured" | "declined" | "held" | "voided" | "refunded";
  amountCents: number;
  carried: Carried;
};

/** The payment port: all the portal knows of a card processor. */
export interface CardProcessor {
  readonly name: string;
  /** One call, never retried by the implementation. Does not throw: what went wrong is `unknown`. */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The transaction of one invoice number; null when the processor has none. Throws when it cannot be asked. */
  lookup(invoiceNumber: string): Promise<FoundCharge | null>;
}
