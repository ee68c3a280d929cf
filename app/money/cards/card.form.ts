import * as z from "zod";
import { atMost } from "~/values/text.form.ts";
import { type CardDigits, type CardErrors, changedCardErrors, chargeCardErrors, typedCard } from "./card.ts";

const text = z.string().trim().default("");
/** May be empty (specification, section 5): a `pipe` after the default would make it required. */
const name = z
  .string()
  .trim()
  .max(...atMost(50))
  .default("");

const cardForm = (errorsOf: (card: CardDigits) => CardErrors) =>
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
      for (const [field, message] of Object.entries(errorsOf(card))) {
        issues.addIssue({ code: "custom", path: [field], message });
      }
    });

/**
 * The card form of a real charge (specification, section 5), read as people type cards; masked values cannot be
 * charged. `now` is real time: a card expires whatever the demo's clock says.
 */
export const typedCardForm = (now: number) => cardForm((card) => chargeCardErrors(card, now));

/** The same for changing a stored card, which the form showed as `stored`: unchanged values are accepted. */
export const changedCardForm = (stored: CardDigits, now: number) =>
  cardForm((card) => changedCardErrors(card, stored, now));

/** What the processor's script posts in place of a card. */
export const TokenForm = z.object({
  firstName: name,
  lastName: name,
  dataDescriptor: z.string().min(1).max(200),
  dataValue: z.string().min(1).max(8_000),
});
