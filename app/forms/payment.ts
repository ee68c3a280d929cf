import * as z from "zod";
import { chargeCardErrors, digitsOf } from "../domain/card.ts";
import { messages } from "../domain/messages.ts";

const text = z.string().trim().default("");

/** The card form of a real charge (specification, section 5): what is masked may not be charged. */
export const CardForm = z
  .object({
    firstName: text.pipe(z.string().max(50, messages.tooLong(50))),
    lastName: text.pipe(z.string().max(50, messages.tooLong(50))),
    cardNumber: text,
    expirationDate: text,
    cardCode: text,
  })
  .superRefine((card, issues) => {
    for (const [field, message] of Object.entries(chargeCardErrors(card))) {
      issues.addIssue({ code: "custom", path: [field], message });
    }
  })
  .transform((card) => ({ ...card, cardNumber: digitsOf(card.cardNumber) }));

/** Never sent back, whatever was wrong. */
export const CARD_FIELDS = ["cardNumber", "expirationDate", "cardCode"];
