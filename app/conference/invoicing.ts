import type { Invoicing } from "~/values/catalogue.ts";

/** Used for an edition without settings: no invoices are offered, but staff can still record money. */
export const NO_INVOICING: Invoicing = {
  seller: "",
  payTo: "",
  tax: "No tax is charged.",
  taxRate: 0,
  taxNumber: "",
  days: 14,
  secondPersonCents: 500_00,
  writeOffCents: 25_00,
  moneyOutCents: 500_00,
};

/** The settings for money that an edition takes by hand. */
export const invoicingOf = (edition: { invoicing: Invoicing | null } | null | undefined): Invoicing =>
  edition?.invoicing ?? NO_INVOICING;

/** Whether delegates can ask for an invoice. */
export const offersInvoices = (edition: { invoicing: Invoicing | null }): boolean =>
  invoicingOf(edition).payTo !== "";
