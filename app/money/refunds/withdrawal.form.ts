import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { withdrawalMessages } from "./messages.ts";

const cents = z.coerce.number({ error: messages.unreadableField }).int().min(0);

/**
 * The form with which a delegate gives up a pass. `expectedCents` is the amount that goes back, according to the page.
 * `seenCents` is the amount that had gone back before.
 */
export const WithdrawalForm = z.object({
  expectedCents: cents,
  seenCents: cents,
  confirmed: z.literal("true", { error: withdrawalMessages.confirmFirst }),
});
