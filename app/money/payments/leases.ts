import { PROCESSOR_PAGE_MINUTES } from "~/money/cards/card-reply.ts";

const SECOND = 1000;

/**
 * How long (ms) a charge may be under way: longer than a call to the processor may take (25 s), with room for a slow
 * database.
 */
export const LEASE = 90 * SECOND;

/**
 * The same if the card is typed on the processor's page: as long as that page takes a card, and some minutes for the
 * end of it.
 */
export const HOSTED_LEASE = (PROCESSOR_PAGE_MINUTES + 5) * 60 * SECOND;
