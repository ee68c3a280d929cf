import type { CardReply } from "~/money/cards/card-reply.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { ShownOrder } from "./shown-order.ts";

/** The code as typed and, if it cannot be used, the reason. */
export type CodeShown = { typed: string; refused?: string };

/** The reply to a payment form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type PaymentReply = CardReply & { selection: Selection };

/**
 * The reply to the form for a pass. Unless the processor's page comes next, the reply also has the code, and the price
 * that results from the choices and the code.
 */
export type RegistrationReply = PaymentReply & { code?: CodeShown; order?: ShownOrder };
