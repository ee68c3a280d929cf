import * as z from "zod";
import { chargeCardErrors, typedCard } from "../domain/card.ts";
import { messages } from "../domain/messages.ts";

const text = z.string().trim().default("");
/** May be empty (specification, section 5): a `pipe` behind the default would ask for it. */
const name = z.string().trim().max(50, messages.tooLong(50)).default("");

/**
 * The card form of a real charge (specification, section 5), read as people type cards: what is masked may not be
 * charged.
 */
export const CardForm = z
  .object({
    firstName: name,
    lastName: name,
    cardNumber: text,
    expirationDate: text,
    cardCode: text,
  })
  .transform(typedCard)
  .superRefine((card, issues) => {
    // A card's month is over in real time, whatever the demo's clock says.
    for (const [field, message] of Object.entries(chargeCardErrors(card, Date.now()))) {
      issues.addIssue({ code: "custom", path: [field], message });
    }
  });

/** Never sent back, whatever was wrong. */
export const CARD_FIELDS = ["cardNumber", "expirationDate", "cardCode"];

/** What the processor's script puts in the place of a card. */
export const TokenForm = z.object({
  firstName: name,
  lastName: name,
  dataDescriptor: z.string().min(1).max(200),
  dataValue: z.string().min(1).max(8_000),
});
