import { standingMessages } from "./messages.ts";

type Agreement = { codeOfConduct: boolean; refundPolicy: boolean; date: string };

/** Whether the agreement can be confirmed: both boxes are ticked and a date is entered (specification, section 5). */
export function isAgreementComplete({ codeOfConduct, refundPolicy, date }: Agreement): boolean {
  return codeOfConduct && refundPolicy && date.trim() !== "";
}

/**
 * Whether a person who accepted `version` is still bound by the agreement in force. They are bound if `version` is
 * `countsFrom` or later. If `countsFrom` is null, only the version in force counts.
 */
export const acceptanceCounts = (
  agreement: { version: number; countsFrom: number | null },
  version: number,
): boolean => version >= (agreement.countsFrom ?? agreement.version);

/** For each field, the problem that prevents the agreement from being confirmed; empty if there is none. */
export function agreementProblems(agreement: Agreement): Partial<Record<keyof Agreement, string>> {
  const { tickCodeOfConduct, tickRefundPolicy, enterDate } = standingMessages;
  return {
    ...(agreement.date.trim() === "" && { date: enterDate }),
    ...(!agreement.codeOfConduct && { codeOfConduct: tickCodeOfConduct }),
    ...(!agreement.refundPolicy && { refundPolicy: tickRefundPolicy }),
  };
}
