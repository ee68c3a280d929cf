import { parseWithZod } from "@conform-to/zod/v4";
import type { Config } from "~/platform/config.server.ts";
import type { CardFields, CardToken, KeptCard } from "~/platform/ports/card-processor.server.ts";
import { CARD_FIELDS } from "~/values/never-kept.ts";
import { changedCardForm, TokenForm, typedCardForm } from "./card.form.ts";
import { type CardDigits, changeOfCard } from "./card.ts";
import type { CardReply } from "./card-reply.ts";
import { chargeMessages } from "./messages.ts";

/**
 * The card of a posted form or, if the form is not valid, what is wrong with the card. The card is either the fields
 * that were typed, or the processor's token. "elsewhere": the card must still be typed on the processor's own page,
 * because no card number may reach us and the browser runs no scripts. `reply` holds the values that the form may show
 * again.
 */
export function readCard(
  config: Config,
  form: FormData,
): { reply: CardReply } & ({ card: PassCard | "elsewhere" } | { refused: true }) {
  return read(config, form, typedCardForm(Date.now()));
}

/**
 * The card in a form that changes a stored card. `stored` is the part of the stored card that the form showed. Fields
 * that were not edited keep their values. "same": the form changed nothing.
 */
export function readChangedCard(
  config: Config,
  form: FormData,
  stored: CardDigits,
): { reply: CardReply } & ({ card: ChangedCard | "same" } | { refused: true }) {
  const { reply, ...found } = read(config, form, changedCardForm(stored, Date.now()));
  if ("refused" in found) return { reply, refused: true };
  const { card } = found;
  if (card === "elsewhere") {
    return { reply: { ...reply, reason: chargeMessages.cardNeedsScript }, refused: true };
  }
  if ("dataValue" in card) return { reply, card };
  const change = changeOfCard(card, stored);
  if (change === "nothing") return { reply, card: "same" };
  if (change === "card") return { reply, card };
  const { firstName, lastName, expirationDate } = card;
  return { reply, card: { firstName, lastName, expirationDate, keptLastFour: stored.cardNumber.slice(-4) } };
}

function read(
  config: Config,
  form: FormData,
  schema: ReturnType<typeof typedCardForm>,
): { reply: CardReply } & ({ card: PassCard | "elsewhere" } | { refused: true }) {
  const submission = parseWithZod(form, { schema });
  const { initialValue, error } = submission.reply({ hideFields: CARD_FIELDS });
  const values = {
    firstName: String(initialValue?.["firstName"] ?? ""),
    lastName: String(initialValue?.["lastName"] ?? ""),
  };
  const reply: CardReply = { values, problems: {} };
  if (config.cardEntry.mode === "token") {
    if (CARD_FIELDS.some((field) => form.get(field))) {
      return { reply: { ...reply, reason: chargeMessages.noCardNumbers }, refused: true };
    }
    const token = TokenForm.safeParse(Object.fromEntries(form));
    return { reply, card: token.success ? token.data : "elsewhere" };
  }
  if (submission.status === "success") return { reply, card: submission.value };
  const problems = Object.entries(error ?? {}).map(([field, sentences]) => [field, sentences?.[0] ?? ""]);
  return { reply: { ...reply, problems: Object.fromEntries(problems) }, refused: true };
}

/** A card that can be charged: its fields as typed, or the processor's token for it. */
export type PassCard = CardFields | CardToken;

export type ChangedCard = CardFields | CardToken | KeptCard;
