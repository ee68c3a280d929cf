import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { readPaymentStanding } from "~/money/payments/payment-standing.server.ts";
import { addOnStage } from "~/money/payments/registration.ts";
import { ADD_ON_PATHS } from "~/money/prices/passes.ts";
import { inAddress, parseSelection, selectionIn } from "~/money/prices/selection.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { titleOf } from "~/standing/standing.ts";
import { isoDay } from "~/values/times.ts";
import type { PassType } from "~/values/types.ts";
import { intendedIn, payFromForm } from "./payment-form.server.ts";

/** Loader of the two pages (one for each pass) that sell more add-ons for a pass that is held. */
export async function loadAddOns(args: LoaderFunctionArgs, passType: PassType) {
  const { standing, now } = await readPaymentStanding(args, paymentMessages.existingPaymentCheckFailed);
  const fields = new URL(args.request.url).searchParams;
  const { catalogue, creditCents, holdings, agreement, fullName, firstName, lastName } = standing;
  const place = ({ item }: { item: string }) => catalogue.addOns.findIndex(({ id }) => id === item);
  return {
    passType,
    title: titleOf(catalogue, passType),
    stage: addOnStage(passType, standing, now),
    /** The names of the add-ons that are held with the pass. */
    held: holdings
      .filter((one) => one.passType === passType && one.item !== passType && one.state === "held")
      .sort((one, other) => place(one) - place(other))
      .map(lineTitle),
    ...{ catalogue, creditCents, agreement, fullName, firstName, lastName },
    today: isoDay(now, standing.edition.deadlineZone),
    selection: parseSelection(fields),
    isPaying: fields.has("pay"),
    cardEntry: args.context.config.cardEntry,
  };
}

export async function postAddOns(args: ActionFunctionArgs, passType: PassType) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const selection = selectionIn(form);
  const intent = intentIn(form, ["pay", "update", "choose"], "pay");
  if (form.has("clear") || intent !== "pay") {
    const address = inAddress(selection, form.get("clear"), "");
    if (intent === "choose") address.set("pay", "");
    return redirect(`${ADD_ON_PATHS[passType]}?${address}`);
  }
  const intended = intendedIn(form);
  const request = { buys: "add-ons", passType, selection, intended, code: "", heldPass: null } as const;
  return payFromForm(args, visit, form, request, async () => ({}));
}
