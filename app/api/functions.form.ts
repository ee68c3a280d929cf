import * as z from "zod";
import { lifeOf } from "~/accounts/links.ts";
import { FRESH_MINUTES } from "~/accounts/sessions.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { chargeCardErrors, digitsOf } from "~/money/cards/card.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { messages } from "~/values/messages.ts";
import { centsOf } from "~/values/money.ts";
import { atMost } from "~/values/text.form.ts";
import { DECISIONS, PASS_TYPES } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";
import { apiMessages } from "./messages.ts";

// The payload and the answer of each function (specification, section 7). They are used to check what is sent to us,
// and to make the OpenAPI document.

const Nothing = z
  .union([z.null(), z.strictObject({}, { error: apiMessages.noPayload })], {
    error: apiMessages.noPayload,
  })
  .describe("Nothing: null or an empty object.");

/**
 * The error message of a field. If the field is missing, the message says that it is required. Otherwise it is
 * `sentence`, which says what type is needed.
 */
const kind = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? messages.required : sentence),
});
const word = (longest: number) => z.string(kind(apiMessages.textNeeded)).max(...atMost(longest));
const amount = z
  .union([z.number(), z.string().max(20)], { error: apiMessages.amountNeeded })
  .describe("Dollars. Only compared with the catalogue: a difference is refused and nothing is charged.");

const Item = z
  .object(
    {
      id: word(60).min(1, messages.required).describe("The add-on, such as h2023mug."),
      title: word(200).optional(),
      description: word(2_000).nullish(),
      cost: amount.optional(),
      disabled: z.boolean({ error: messages.unreadableField }).optional(),
      variants: z.array(word(60), { error: messages.unreadableField }).max(50).nullish(),
      selectedVariant: z
        .union([z.literal(true), word(60)], { error: messages.unreadableField })
        .nullish()
        .describe("The chosen variant, where there are variants."),
    },
    { error: messages.unreadableField },
  )
  .describe("A selected add-on: its definition, and the variant.");

const Token = z
  .object(
    { dataDescriptor: word(200).min(1, messages.required), dataValue: word(8_000).min(1, messages.required) },
    { error: messages.unreadableField },
  )
  .describe("From the card processor's script, in place of the card, if the portal takes no card numbers.");

/** Whether the payload needs no card: a program may leave the card out if it sends 0 as the price. */
const needsNoCard = ({ intendedPassCost, cardNumber }: { intendedPassCost?: unknown; cardNumber: string }) =>
  cardNumber === "" && centsOf(intendedPassCost) === 0;

/** If one of these fields cannot be read, the card is not checked any further. */
const OF_CARD = new Set<unknown>([
  "cardNumber",
  "expirationDate",
  "cardCode",
  "opaqueData",
  "intendedPassCost",
]);

const Payment = z.object(
  {
    firstName: word(50).default(""),
    lastName: word(50).default(""),
    cardNumber: word(40).default("").describe("Digits, spaces allowed."),
    expirationDate: word(40).default("").describe("MM/YY, of a month that is not over."),
    cardCode: word(4).default("").describe("Three digits; four for American Express."),
    opaqueData: Token.optional(),
    passTitle: word(200).optional(),
    passType: z.enum(PASS_TYPES, kind(messages.notAnOption)),
    intendedPassCost: amount.optional(),
    code: word(40).optional().describe("Makes the pass cheaper, if it can be used for it."),
    heldPass: z
      .enum(PASS_TYPES, { error: messages.notAnOption })
      .optional()
      .describe("gold, to pay for goldPlus while holding gold. Nothing is credited for the gold pass yet."),
    items: z.array(Item, { error: messages.unreadableField }).max(50, passMessages.unknownAddOn).default([]),
  },
  { error: apiMessages.payloadNeeded },
);

/** The schema of a payment that is requested at `now` (real time). The card must not have expired by then. */
const paymentAt = (now: number) =>
  Payment.superRefine(
    (payment, issues) => {
      const cardErrors = payment.opaqueData || needsNoCard(payment) ? {} : chargeCardErrors(payment, now);
      for (const [field, message] of Object.entries(cardErrors)) {
        issues.addIssue({ code: "custom", path: [field], message });
      }
    },
    // The card is checked even if other fields are missing. So a program that sends nothing is told about all fields at
    // once.
    { when: ({ issues }) => issues.every(({ path = [] }) => path.length > 0 && !OF_CARD.has(path[0])) },
  )
    .superRefine((payment, issues) => {
      const ids = payment.items.map(({ id }) => id);
      if (new Set(ids).size < ids.length) {
        issues.addIssue({ code: "custom", path: ["items"], message: passMessages.unknownAddOn });
      }
    })
    .transform(({ firstName, lastName, cardNumber, expirationDate, cardCode, opaqueData, ...payment }) => ({
      ...payment,
      card: opaqueData
        ? { firstName, lastName, ...opaqueData }
        : needsNoCard({ ...payment, cardNumber })
          ? null
          : { firstName, lastName, cardNumber: digitsOf(cardNumber), expirationDate, cardCode },
    }));

const Conference = z
  .union([word(60), z.object({ id: word(60) })], { error: conferenceMessages.invalidConferenceId })
  .nullish()
  .describe("A conference id such as aconf_2023, or an object with one; the current conference if left out.");

const NewEmail = z.object({ email: word(254) }, { error: apiMessages.payloadNeeded });

const PassOf = z.object(
  { userUid: word(128).min(1, messages.required), conference: Conference },
  { error: apiMessages.payloadNeeded },
);

/**
 * The functions by name, in the order of the specification. `payload` returns the schema of a function's payload at a
 * given time. `example` is a payload that meets the schema.
 */
export const FUNCTIONS = {
  getDecision: {
    summary: "The caller's decision; null until it has been released.",
    payload: () => Nothing,
    example: null,
    answer: z.object({ data: z.object({ decision: z.enum(DECISIONS).nullable() }) }),
  },
  triggerPayment: {
    summary: "Pays for a pass, with add-ons, by card.",
    payload: paymentAt,
    example: {
      firstName: "Mei",
      lastName: "Chen",
      cardNumber: "4111 1111 1111 1111",
      expirationDate: "12/30",
      cardCode: "123",
      passType: "goldPlus",
      intendedPassCost: 495,
      items: [{ id: "h2023mug", cost: 25, selectedVariant: true }],
    },
    answer: z.object({
      message: z.string(),
      paymentId: z.string(),
      total: z.number().describe("Dollars that were charged."),
    }),
  },
  acceptWaiver: {
    summary: "Accepts the terms and conditions in force. Accepting again changes nothing.",
    payload: () => Nothing,
    example: null,
    answer: z.object({
      waiverDate: z.object({
        seconds: z.int().describe("When they were first accepted, in seconds since 1970, UTC."),
      }),
    }),
  },
  changeEmail: {
    summary: `Changes the caller's e-mail address. The caller must have signed in within ${quantity(FRESH_MINUTES, "minute")}.`,
    payload: () => NewEmail,
    example: { email: "mei.chen@example.org" },
    answer: z.object({
      data: z.object({
        email: z.string(),
        resetLink: z
          .string()
          .describe(
            `Where to choose a new password. Works once, within ${lifeOf("own-password")}, for the signed-in user.`,
          ),
      }),
    }),
  },
  getPassType: {
    summary:
      "The pass that somebody holds. Staff may ask about the delegates they read or, if they decide, about anybody.",
    payload: () => PassOf,
    example: { userUid: "wJ1iqDyqTiM2XwrpRgMY", conference: "aconf_2023" },
    answer: z.enum(PASS_TYPES).nullable(),
  },
} as const;

export type FunctionName = keyof typeof FUNCTIONS;
export type Payload<Name extends FunctionName> = z.output<ReturnType<(typeof FUNCTIONS)[Name]["payload"]>>;
export type FunctionAnswer<Name extends FunctionName> = z.output<(typeof FUNCTIONS)[Name]["answer"]>;

/** The problems of a payload, each with the path to its field. The problems never contain the values that were sent. */
export const payloadProblems = (error: z.ZodError) =>
  error.issues.map(({ path, message }) => ({ field: path.map(String).join("."), message }));

/** The first problem as one sentence. If a field is missing, the sentence names all missing fields. */
export function sentenceOf(problems: ReturnType<typeof payloadProblems>): string {
  const [first] = problems;
  if (!first) return apiMessages.payloadNeeded;
  const isMissing = ({ field, message }: typeof first) => field !== "" && message === messages.required;
  return isMissing(first)
    ? apiMessages.requiredFields(problems.filter(isMissing).map(({ field }) => field))
    : first.message;
}
