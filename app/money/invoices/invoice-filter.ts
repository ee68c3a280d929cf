import { listQuery } from "~/ui/paging.ts";
import { INVOICE_STATES, type InvoiceState } from "./invoices.ts";

/**
 * The filter of the list of invoices. The sort order "number" puts the oldest first; by default, the newest come first.
 */
export type InvoiceFilter = { state: InvoiceState | null; sort: "number" | null };

/** Reads the filter of the list of invoices from the page's address, with the number after which the page begins. */
export function invoiceFilterOf(fields: URLSearchParams): { filter: InvoiceFilter; after: number | null } {
  const after = fields.get("after") ?? "";
  return {
    filter: {
      state: INVOICE_STATES.find((state) => state === fields.get("state")) ?? null,
      sort: fields.get("sort") === "number" ? "number" : null,
    },
    after: /^[1-9]\d{0,8}$/.test(after) ? Number(after) : null,
  };
}

/** The query string of the list with this filter. */
export const invoicesAddress = (filter: InvoiceFilter, after?: number | null): string =>
  listQuery({ ...filter, after });
