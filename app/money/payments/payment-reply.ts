import type { CardReply } from "~/money/cards/card-reply.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { ShownOrder } from "./shown-order.ts";

/** The code as typed, or why it cannot be used. */
export type CodeShown = { typed: string; refused?: string };

/** The reply to a form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type PaymentReply = CardReply & { selection: Selection };

/** The same for a pass: what it costs with the choices and the code, unless the processor's page comes next. */
export type RegistrationReply = PaymentReply & { code?: CodeShown; order?: ShownOrder };
