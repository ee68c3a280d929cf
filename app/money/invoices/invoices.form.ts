import * as z from "zod";
import { entryMessages } from "~/money/payments/messages.ts";
import { messages } from "~/values/messages.ts";
import { dollars, MOST_ENTERED, typedCents } from "~/values/money.ts";
import { line, lines, needed } from "~/values/text.form.ts";
import { isDay } from "~/values/times.ts";
import { HAND_MEANS } from "~/values/types.ts";
import { takingMessages } from "./messages.ts";

/** The payer, as printed on the invoice. */
export const BuyerForm = z.object({
  buyerName: needed(line(200)),
  buyerAddress: needed(lines(500)),
});
export type Buyer = z.output<typeof BuyerForm>;

/** How and on which day money came in, and under which reference. */
const coming = {
  means: z.enum(HAND_MEANS, { error: messages.notAnOption }),
  reference: needed(line(100)),
  receivedOn: line(10).refine(isDay, { error: takingMessages.notADay }),
};

/** Money that came in for an invoice. */
export const TakingForm = z.object({
  ...coming,
  amount: z.string({ error: messages.required }).transform((typed, issues) => {
    const cents = typedCents(typed);
    if (cents === null || cents === 0) {
      issues.addIssue({ code: "custom", message: takingMessages.notAnAmount });
    } else if (cents > MOST_ENTERED) {
      issues.addIssue({ code: "custom", message: entryMessages.tooMuch(dollars(MOST_ENTERED)) });
    }
    return cents ?? 0;
  }),
});

/**
 * Money for a pass, if staff sell the pass without a request for an invoice. The amount is the price of the pass and
 * its add-ons.
 */
export const DeskForm = z.object(coming);
