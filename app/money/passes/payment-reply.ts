import type { CardReply } from "~/money/cards/card-reply.ts";
import type { Selection } from "~/values/catalogue.ts";

/** The reply to a form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type PaymentReply = CardReply & { selection: Selection };
