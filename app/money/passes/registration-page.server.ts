import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { eventFor } from "~/conference/events.ts";
import { offersInvoices } from "~/conference/invoicing.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { isoDay } from "~/values/times.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";
import { inAddress, parseSelection, selectionIn } from "./add-ons.ts";
import type { PaymentRequest } from "./checked-payment.server.ts";
import { findCode, usableCode } from "./codes.server.ts";
import { LONGEST_CODE } from "./grants.ts";
import { paymentMessages } from "./messages.ts";
import { PASS_PATHS } from "./passes.ts";
import { intendedIn, payFromForm } from "./payment-form.server.ts";
import type { CodeShown } from "./payment-reply.ts";
import { readPaymentStanding } from "./payment-standing.server.ts";
import { takesOff } from "./pricing.ts";
import { heldBeside, registrationStage } from "./registration.ts";

/** Loader of the two payment screens: one per pass, the same in everything but the pass. */
export async function loadRegistration(args: LoaderFunctionArgs, passType: PassType) {
  const found = await readPaymentStanding(args, paymentMessages.existingPaymentCheckFailed);
  const { standing, now } = found;
  const fields = new URL(args.request.url).searchParams;
  const typed = fields.get("code") ?? "";
  return {
    ...{ passType, standing, now },
    ...(await codeFor(args.context, found, passType, typed)),
    title: standing.catalogue.tickets.find(({ id }) => id === passType)?.title ?? passType,
    event: eventFor({ ...standing, ...standing.catalogue }, passType),
    stage: registrationStage(passType, standing),
    heldPass: heldBeside(passType, standing.passes),
    today: isoDay(now, standing.edition.deadlineZone),
    selection: parseSelection(fields),
    isPaying: fields.has("pay"),
    cardEntry: args.context.config.cardEntry,
    offersInvoices: offersInvoices(standing.edition),
  };
}

/** What the typed code is worth for this pass, or why it cannot be used. */
async function codeFor(
  context: Context,
  { standing: { catalogue, submittedAt, award }, ...visit }: Awaited<ReturnType<typeof readPaymentStanding>>,
  passType: PassType,
  typed: string,
): Promise<{ code: CodeShown }> {
  const found = await findCode(context, visit, typed);
  const grant = await usableCode(context, visit, found, (code) =>
    takesOff(code, catalogue, passType, submittedAt ?? 0, award),
  );
  if (grant && "refused" in grant) return { code: { typed, grant: null, refused: grant.refused } };
  return { code: { typed, grant } };
}

export async function postRegistration(args: ActionFunctionArgs, passType: PassType) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const selection = selectionIn(form);
  const intent = intentIn(form, ["pay", "update", "choose"], "pay");
  const code = String(form.get("code") ?? "").slice(0, LONGEST_CODE);
  if (form.has("clear") || intent !== "pay") {
    const address = inAddress(selection, form.get("clear"), code);
    if (intent === "choose") address.set("pay", "");
    return redirect(`${PASS_PATHS[passType]}?${address}`);
  }
  const request: PaymentRequest = {
    ...{ buys: "pass", passType, selection, code },
    intended: intendedIn(form),
    heldPass: PASS_TYPES.find((one) => one === form.get("heldPass")) ?? null,
  };
  return payFromForm(args, visit, form, request, () => shownCode(args.context, visit, code));
}

/** A typed code for the page that comes back, which has said already if it cannot be used. */
async function shownCode(context: Context, visit: SignedIn, typed: string): Promise<CodeShown> {
  const found = await findCode(context, visit, typed);
  return { typed, grant: found !== null && found !== "wrong" && !("refused" in found) ? found : null };
}
