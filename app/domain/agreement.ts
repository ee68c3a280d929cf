import { messages } from "./messages.ts";

/** First, middle and last name as the agreement shows them, without gaps for missing ones (section 2). */
export function fullName(first?: string | null, middle?: string | null, last?: string | null): string {
  return [first, middle, last]
    .map((name) => (name ?? "").trim())
    .filter((name) => name !== "")
    .join(" ");
}

type Agreement = { codeOfConduct: boolean; refundPolicy: boolean; date: string };

/** Whether the agreement can be confirmed: both boxes are ticked and a date is entered (section 5). */
export function isAgreementComplete({ codeOfConduct, refundPolicy, date }: Agreement): boolean {
  return codeOfConduct && refundPolicy && date.trim() !== "";
}

/** Why the agreement cannot be confirmed yet, or null. */
export function agreementProblem(agreement: Agreement): string | null {
  return isAgreementComplete(agreement) ? null : messages.acceptTermsFirst;
}
