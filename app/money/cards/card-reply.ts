/** The reply to a card form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type CardReply = {
  reason?: string;
  /** The heading above the list of problems, if it has one. */
  title?: string;
  problems: Record<string, string>;
  values: { firstName: string; lastName: string };
  /**
   * The page of the processor on which the card has to be typed; set once the attempt has begun, if the card has to be
   * typed there.
   */
  page?: ProcessorPage;
};

/** The address of the card processor's page, and the fields posted to it. */
export type ProcessorPage = { action: string; fields: Record<string, string> };

/** How long the processor's page accepts a card. */
export const PROCESSOR_PAGE_MINUTES = 15;
