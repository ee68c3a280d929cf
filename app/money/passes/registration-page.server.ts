import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { eventFor } from "~/conference/events.ts";
import { readCard } from "~/money/cards/card-entry.server.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import { isoDay } from "~/values/times.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";
import { parseSelection } from "./add-ons.ts";
import { paymentMessages } from "./messages.ts";
import { PASS_PATHS } from "./passes.ts";
import type { PaymentReply } from "./payment-reply.ts";
import { readPaymentStanding } from "./payment-standing.server.ts";
import { type PassRequest, type PaymentAnswer, payForPass, payOnProcessorsPage } from "./payments.server.ts";
import { heldBeside, registrationStage } from "./registration.ts";

/** Loader of the two payment screens: one per pass, the same in everything but the pass. */
export async function loadRegistration(args: LoaderFunctionArgs, passType: PassType) {
  const { standing, now } = await readPaymentStanding(args, paymentMessages.existingPaymentCheckFailed);
  return {
    passType,
    standing,
    title: standing.catalogue.tickets.find(({ id }) => id === passType)?.title ?? passType,
    event: eventFor({ ...standing, ...standing.catalogue }, passType),
    stage: registrationStage(passType, standing),
    heldPass: heldBeside(passType, standing.payments),
    today: isoDay(now, standing.edition.deadlineZone),
    selection: parseSelection(new URL(args.request.url).searchParams),
    cardEntry: args.context.config.cardEntry,
  };
}

export async function postRegistration(args: ActionFunctionArgs, passType: PassType) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const selection = parseSelection(fields);

  const intent = intentIn(form, ["pay", "update"], "pay");
  if (form.has("clear") || intent === "update") {
    return redirect(`${PASS_PATHS[passType]}?${inAddress(selection, form.get("clear"))}`);
  }

  const intended = {
    passCost: form.get("intendedPassCost") ?? undefined,
    total: form.get("total") ?? undefined,
  };
  const read = readCard(args.context.config, form);
  const reply = { ...read.reply, selection };
  if ("refused" in read) return data(reply, 400);
  const heldPass = PASS_TYPES.find((one) => one === form.get("heldPass")) ?? null;
  const request: PassRequest = { passType, selection, intended, heldPass };
  if (read.card === "elsewhere") {
    const hosted = await payOnProcessorsPage(args.context, visit, request);
    if ("refused" in hosted) return data({ ...reply, reason: hosted.refused }, hosted.status);
    return data({ ...reply, page: hosted.page });
  }
  return answered(await payForPass(args.context, visit, { ...request, card: read.card }), reply);
}

function answered(answer: PaymentAnswer, reply: Omit<PaymentReply, "reason">) {
  if ("refused" in answer) return data({ ...reply, reason: answer.refused }, answer.status);
  if (answer.attempt.state === "declined")
    return data({ ...reply, reason: chargeMessages.paymentFailed }, 402);
  return redirect(`/payment/${answer.attempt.id}`);
}

/** Without scripts the chosen add-ons are kept in the address, so that they survive going back. */
function inAddress(selection: Selection, cleared: FormDataEntryValue | null): URLSearchParams {
  const chosen = Object.entries(selection).filter(([id]) => id !== cleared);
  return new URLSearchParams(chosen.map(([id, choice]) => [`addOns.${id}`, String(choice)]));
}
