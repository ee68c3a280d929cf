import { messages } from "./messages.ts";

/** First, middle and last name as the agreement shows them, without gaps for what is missing (section 2). */
export function fullName(first?: string | null, middle?: string | null, last?: string | null): string {
  return [first, middle, last]
    .map((name) => (name ?? "").trim())
    .filter((name) => name !== "")
    .join(" ");
}

/** Why the agreement cannot be confirmed yet: both boxes ticked and a date are needed (section 5); or null. */
export function agreementProblem(agreement: {
  codeOfConduct: boolean;
  refundPolicy: boolean;
  date: string;
}): string | null {
  const { codeOfConduct, refundPolicy, date } = agreement;
  return codeOfConduct && refundPolicy && date.trim() !== "" ? null : messages.acceptTermsFirst;
}
