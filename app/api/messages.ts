import { messages } from "~/values/messages.ts";
import { listInWords } from "~/values/words.ts";

/** Sentences that are sent to programs. */
export const apiMessages = {
  unreadableCall:
    'We could not read what was sent. Send {"data": …}, with nothing beside it, as application/json.',
  payloadNeeded: "Send an object.",
  noPayload: "This function takes no data.",
  requiredFields: (fields: string[]) =>
    `${fields.length === 1 ? messages.required : "These fields are required"}: ${listInWords(fields)}`,
  textNeeded: "This must be text.",
  amountNeeded: "This must be an amount in dollars.",
  tookTooLong:
    "This took too long. What has begun will still be completed: check the result before you try again.",
  onlyOwnPass: "You may not ask for this person’s pass.",
  accountKept:
    "This account cannot be deleted here: an application, a payment, a subscription or work on the staff is kept with it. Please write to us.",
} as const;
