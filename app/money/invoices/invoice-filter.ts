import { INVOICE_STATES, type InvoiceState } from "./invoices.ts";

/** The filter of the list of invoices, and the number before which a page begins, from its address. */
export function invoiceFilterOf(fields: URLSearchParams): {
  state: InvoiceState | null;
  before: number | null;
} {
  const before = fields.get("before") ?? "";
  return {
    state: INVOICE_STATES.find((state) => state === fields.get("state")) ?? null,
    before: /^[1-9]\d{0,8}$/.test(before) ? Number(before) : null,
  };
}
