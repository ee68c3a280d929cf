import type { CardReply } from "~/money/cards/card-reply.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { ShownOrder } from "./shown-order.ts";

/** The code as typed and, if it cannot be used, the reason. */
export type CodeShown = { typed: string; refused?: string };

/** The reply to a payment form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type PaymentReply = CardReply & { selection: Selection };

/**
 * The reply to the form for a pass. It also has the code, and the price with the choices and the code, unless the
 * processor's page comes next.
 */
export type RegistrationReply = PaymentReply & { code?: CodeShown; order?: ShownOrder };
