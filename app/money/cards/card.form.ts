import * as z from "zod";
import { atMost } from "~/values/text.form.ts";
import { type CardDigits, type CardErrors, changedCardErrors, chargeCardErrors, typedCard } from "./card.ts";

const text = z.string().trim().default("");
/** A name may be empty (specification, section 5). A `pipe` after the default would make the field required. */
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
 * The card form of a real charge (specification, section 5). It accepts the ways in which people type cards; masked
 * values cannot be charged. `now` is real time, because a card expires by real time even if the demo's clock differs.
 */
export const typedCardForm = (now: number) => cardForm((card) => chargeCardErrors(card, now));

/** The same form for changing a stored card, which the form showed as `stored`. Unchanged values are accepted. */
export const changedCardForm = (stored: CardDigits, now: number) =>
  cardForm((card) => changedCardErrors(card, stored, now));

/** The fields that the processor's script posts in place of a card. */
export const TokenForm = z.object({
  firstName: name,
  lastName: name,
  dataDescriptor: z.string().min(1).max(200),
  dataValue: z.string().min(1).max(8_000),
});
