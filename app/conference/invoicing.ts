import type { Invoicing } from "~/values/catalogue.ts";

/** For an edition that says nothing: no invoices are offered, and staff can still record money. */
export const NO_INVOICING: Invoicing = {
  seller: "",
  payTo: "",
  tax: "No tax is charged.",
  taxRate: 0,
  taxNumber: "",
  days: 14,
  secondPersonCents: 500_00,
  writeOffCents: 25_00,
};

/** How an edition takes money by hand. */
export const invoicingOf = (edition: { invoicing: Invoicing | null } | null | undefined): Invoicing =>
  edition?.invoicing ?? NO_INVOICING;

/** Whether delegates can ask for an invoice. */
export const offersInvoices = (edition: { invoicing: Invoicing | null }): boolean =>
  invoicingOf(edition).payTo !== "";
