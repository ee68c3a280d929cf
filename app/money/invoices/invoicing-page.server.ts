import { data, redirect } from "@remix-run/cloudflare";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { Invoicing } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { dollarAmount } from "~/values/money.ts";
import { parseForm, typedIn, versionIn } from "~/values/parse.form.ts";
import { InvoicingForm } from "./invoicing.form.ts";
import { INVOICING_FIELDS } from "./invoicing-changes.ts";
import {
  confirmInvoicing,
  proposeInvoicing,
  readInvoicing,
  withdrawInvoicing,
} from "./invoicing-proposals.server.ts";
import type { InvoicingField, InvoicingReply } from "./replies.ts";
import { percentage } from "./tax.ts";

const typed = (says: Invoicing): Record<InvoicingField, string> => ({
  ...says,
  taxRate: says.taxRate === 0 ? "" : percentage(says.taxRate),
  days: String(says.days),
  secondPersonCents: String(dollarAmount(says.secondPersonCents)),
  writeOffCents: String(dollarAmount(says.writeOffCents)),
  moneyOutCents: String(dollarAmount(says.moneyOutCents)),
});

/** The data of the page about an edition's invoices, with a new id for its form. */
export async function loadInvoicing(context: Context, visit: SignedIn) {
  const found = await readInvoicing(context, visit);
  const { inForce, elsewhere } = found;
  return { ...found, formId: newId(), values: typed(inForce ?? elsewhere?.says ?? NO_INVOICING) };
}

/** Proposes, confirms or withdraws a change. */
export async function postInvoicing(context: Context, visit: SignedIn, form: FormData) {
  const here = () => redirect("/admin/payments/invoicing");
  const again = (status: number, reply: InvoicingReply) => data<InvoicingReply>(reply, status);
  const id = String(form.get("id") ?? "");
  const intent = intentIn(form, ["propose", "confirm", "withdraw"]);
  if (intent === "propose") {
    if (!/^[a-z0-9]{20}$/.test(id)) refuse(400, messages.badRequest);
    const values = typedIn(form, INVOICING_FIELDS);
    const version = versionIn(form);
    const parsed = parseForm(InvoicingForm, form);
    if ("problems" in parsed) return again(400, { form: { id, version, values, ...parsed } });
    const answer = await proposeInvoicing(context, visit, { id, version, says: parsed.request });
    if (!("refused" in answer)) return here();
    return again(answer.status, { form: { id, values, problems: {}, reason: answer.refused } });
  }
  const answer = await (intent === "confirm" ? confirmInvoicing : withdrawInvoicing)(context, visit, id);
  if (!("refused" in answer)) return here();
  if (answer.status === 404) refuse(404, answer.refused);
  return again(answer.status, { said: answer.refused });
}
