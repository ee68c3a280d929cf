import * as z from "zod";
import {
  type CardErrors,
  type CardFields,
  changedCardErrors,
  chargeCardErrors,
  typedCard,
} from "../domain/card.ts";
import { messages } from "../domain/messages.ts";

const text = z.string().trim().default("");
/** May be empty (specification, section 5): a `pipe` behind the default would ask for it. */
const name = z.string().trim().max(50, messages.tooLong(50)).default("");

const cardForm = (errorsOf: (card: CardFields, now: number) => CardErrors) =>
  z
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
      for (const [field, message] of Object.entries(errorsOf(card, Date.now()))) {
        issues.addIssue({ code: "custom", path: [field], message });
      }
    });

/**
 * The card form of a real charge (specification, section 5), read as people type cards: what is masked may not be
 * charged.
 */
export const CardForm = cardForm(chargeCardErrors);

/** The same where a stored card is changed, which the form showed as `stored`: what is unchanged is accepted. */
export const changedCardForm = (stored: CardFields) =>
  cardForm((card, now) => changedCardErrors(card, stored, now));

/** Never sent back, whatever was wrong. */
export const CARD_FIELDS = ["cardNumber", "expirationDate", "cardCode"];

/** What the processor's script puts in the place of a card. */
export const TokenForm = z.object({
  firstName: name,
  lastName: name,
  dataDescriptor: z.string().min(1).max(200),
  dataValue: z.string().min(1).max(8_000),
});
