/** The reply to a card form that was not accepted: what is wrong, and what may be shown again (never the card). */
export type CardReply = {
  reason?: string;
  /** What is wrong as a whole, if that can be said. */
  title?: string;
  problems: Record<string, string>;
  values: { firstName: string; lastName: string };
  /** Set once the attempt has begun: the page where the card is typed. */
  page?: ProcessorPage;
};

/** The address of the card processor's page, and the fields posted to it. */
export type ProcessorPage = { action: string; fields: Record<string, string> };

/** The processor's page takes a card for this long. */
export const PROCESSOR_PAGE_MINUTES = 15;
