/** The reply to a card form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type CardReply = {
  reason?: string;
  /** The heading above the list of problems, if it has one. */
  title?: string;
  problems: Record<string, string>;
  values: { firstName: string; lastName: string };
  /** The processor's page, if the card has to be typed there; set as soon as the attempt has begun. */
  page?: ProcessorPage;
};

/** The address of the card processor's page, and the fields posted to it. */
export type ProcessorPage = { action: string; fields: Record<string, string> };

/** How long the processor's page accepts a card. */
export const PROCESSOR_PAGE_MINUTES = 15;
