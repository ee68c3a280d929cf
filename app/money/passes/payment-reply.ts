import type { CardReply } from "~/money/cards/card-reply.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { Grant } from "~/values/shapes.ts";

/** The code as typed, and what it is worth, or why it cannot be used. */
export type CodeShown = { typed: string; grant: Grant | null; refused?: string };

/** The reply to a form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type PaymentReply = CardReply & { selection: Selection; code: CodeShown };
