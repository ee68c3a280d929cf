import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { eventFor } from "~/conference/events.ts";
import { offersInvoices } from "~/conference/invoicing.ts";
import type { TextId } from "~/conference/texts.ts";
import type { PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import type { CodeShown } from "~/money/payments/payment-reply.ts";
import { readPaymentStanding } from "~/money/payments/payment-standing.server.ts";
import { heldBeside, isForSale, registrationStage } from "~/money/payments/registration.ts";
import { type ShownOrder, shownOrder } from "~/money/payments/shown-order.ts";
import { usableCode } from "~/money/prices/codes.server.ts";
import { grantsOf, LONGEST_CODE } from "~/money/prices/grants.ts";
import { PASS_PATHS } from "~/money/prices/passes.ts";
import { takesOff } from "~/money/prices/pricing.ts";
import { inAddress, parseSelection, selectionIn } from "~/money/prices/selection.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { type DelegateStanding, readStanding } from "~/standing/standing.server.ts";
import { titleOf } from "~/standing/standing.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { Grant } from "~/values/shapes.ts";
import { isoDay } from "~/values/times.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";
import { intendedIn, payFromForm } from "./payment-form.server.ts";

/** The data for all pages of registering for a pass. No single page shows all of it. */
export async function readRegistration(args: LoaderFunctionArgs, passType: PassType) {
  const found = await readPaymentStanding(args, paymentMessages.existingPaymentCheckFailed);
  const { standing, now } = found;
  const fields = new URL(args.request.url).searchParams;
  return {
    ...{ passType, standing, now },
    ...(await codeFor(args.context, found, standing, passType, fields.get("code") ?? "")),
    title: titleOf(standing.catalogue, passType),
    stage: registrationStage(passType, standing),
    heldPass: heldBeside(passType, standing.passes),
    selection: parseSelection(fields),
    isPaying: fields.has("pay"),
  };
}

/** Loader of the two payment screens, one for each pass. They differ only in the pass. */
export async function loadRegistration(args: LoaderFunctionArgs, passType: PassType) {
  const { standing, now, grant, ...shown } = await readRegistration(args, passType);
  const { catalogue, texts, agreement, fullName, firstName, lastName, creditCents, edition } = standing;
  const other: PassType = passType === "goldPlus" ? "gold" : "goldPlus";
  return {
    ...shown,
    order: orderFor(standing, passType, shown.selection, grant),
    ...{ catalogue, agreement, fullName, firstName, lastName, creditCents },
    text: texts[TEXT_OF[passType]],
    event: eventFor({ ...standing, ...catalogue }, passType),
    asked: standing.asked.filter((one) => one.passType === passType).map(({ email }) => email),
    other: isForSale(registrationStage(other, standing)) ? other : null,
    today: isoDay(now, edition.deadlineZone),
    cardEntry: args.context.config.cardEntry,
    offersInvoices: offersInvoices(edition),
  };
}

const TEXT_OF = { goldPlus: "passInPerson", gold: "passVirtual" } as const satisfies Record<PassType, TextId>;

const orderFor = (
  { catalogue, pricedAt, award }: DelegateStanding,
  passType: PassType,
  selection: Selection,
  code: Grant | null,
) => shownOrder(catalogue, passType, pricedAt, selection, grantsOf(award, code));

/**
 * The grant that the typed code gives for this pass, or why the code cannot be used. The code is looked up only for
 * somebody who may pay now.
 */
async function codeFor(
  context: Context,
  visit: Pick<SignedIn, "viewer" | "settings" | "now">,
  standing: DelegateStanding,
  passType: PassType,
  typed: string,
): Promise<{ code: CodeShown; grant: Grant | null }> {
  if (registrationStage(passType, standing).stage !== "pay") return { code: { typed }, grant: null };
  const { catalogue, pricedAt, award } = standing;
  const grant = await usableCode(context, visit, typed, (code) =>
    takesOff(code, catalogue, passType, pricedAt, award),
  );
  if (grant && "refused" in grant) return { code: { typed, refused: grant.refused }, grant: null };
  return { code: { typed }, grant };
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
  return payFromForm(args, visit, form, request, () => orderAgain(args.context, visit, request));
}

/** The order, for the page that is shown again when the payment is refused or declined. */
async function orderAgain(
  context: Context,
  visit: SignedIn,
  { passType, selection, code: typed }: PaymentRequest,
): Promise<{ code: CodeShown; order: ShownOrder }> {
  const standing = await readStanding(context, visit.settings.conferenceId, visit.viewer.uid, visit.now);
  const { code, grant } = await codeFor(context, visit, standing, passType, typed);
  return { code, order: orderFor(standing, passType, selection, grant) };
}
