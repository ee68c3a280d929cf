import { env } from "cloudflare:workers";
import { CURRENT_CONFERENCE } from "#db/seed/first-edition.ts";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import type { Invoicing } from "~/values/catalogue.ts";
import { row } from "./storage.ts";

/** The demo's settings for invoices and cash. */
export const invoicingInForce = async (): Promise<Invoicing> =>
  (await row<Invoicing | null>(
    `SELECT seller, pay_to AS payTo, tax, tax_rate AS taxRate, tax_number AS taxNumber, days,
        second_person_cents AS secondPersonCents, write_off_cents AS writeOffCents,
        money_out_cents AS moneyOutCents FROM invoicing WHERE conference_id = ? AND version IS NOT NULL ORDER BY version DESC LIMIT 1`,
    CURRENT_CONFERENCE,
  )) ?? NO_INVOICING;

/**
 * The statement that puts other values into force immediately and without a second person, which nobody can do on the
 * pages.
 */
export const putIntoForce = (says: Invoicing) =>
  env.DB.prepare(
    `INSERT INTO invoicing (id, conference_id, seller, pay_to, tax, tax_rate, tax_number, days, second_person_cents,
        write_off_cents, money_out_cents, state, replaces, version, proposed_at)
      SELECT lower(hex(randomblob(10))), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'applied', coalesce(max(version), 0),
        coalesce(max(version), 0) + 1, 0 FROM invoicing WHERE conference_id = ?1`,
  ).bind(
    ...[CURRENT_CONFERENCE, says.seller, says.payTo, says.tax, says.taxRate, says.taxNumber, says.days],
    ...[says.secondPersonCents, says.writeOffCents, says.moneyOutCents],
  );

/** Lets one person give back any sum, for tests that are about something else. */
export const letOneGiveAll = async () =>
  putIntoForce({ ...(await invoicingInForce()), moneyOutCents: 100_000_00 }).run();

/** Runs a function while values other than the demo's are in force. */
export async function withInvoicing<Result>(
  says: Partial<Invoicing>,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = await invoicingInForce();
  await putIntoForce({ ...before, ...says }).run();
  try {
    return await act();
  } finally {
    await putIntoForce(before).run();
  }
}
