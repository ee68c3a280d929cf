import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { offersInvoices } from "~/conference/invoicing.ts";
import { readCard } from "~/money/cards/card-entry.server.ts";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { notCharged } from "~/money/cards/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { payByCard, payOnProcessorsPage } from "~/money/payments/payments.server.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { requestsTo } from "~/standing/payer-requests.server.ts";
import { centsOf } from "~/values/money.ts";
import { checkPayerRequest, groupOrder } from "./groups.server.ts";
import { type AskedOf, MOST_PEOPLE } from "./groups.ts";
import { payerMessages } from "./messages.ts";
import { begunOrder } from "./orders-under-way.server.ts";
import { refuseToPay } from "./payer-requests.server.ts";

/** The ids of the requests to be paid, from the address of the page. */
export const requestsIn = (url: string): string[] => new URL(url).searchParams.getAll("request");

/**
 * The people who ask the viewer to pay, what the pass of each person costs today, whether more people ask, and whether
 * an invoice is offered. Each person is looked up with separate queries, all at the same time.
 */
export async function readAskedOf(
  context: Context,
  visit: SignedIn,
): Promise<{ people: AskedOf[]; hasMore: boolean; offersInvoice: boolean }> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const found = await requestsTo(db, conferenceId, visit.viewer, MOST_PEOPLE + 1);
  if (found.length === 0) return { people: [], hasMore: false, offersInvoice: false };
  const wishes = found.slice(0, MOST_PEOPLE);
  const [names, ...checked] = await Promise.all([
    nameRows(
      db,
      conferenceId,
      wishes.map(({ uid }) => uid),
    ),
    ...wishes.map((wish) => checkPayerRequest(context, visit, wish)),
  ]);
  const nameOf = namesIn(names);
  const inPerson = wishes.filter(({ passType }) => passType === "goldPlus");
  const people = wishes.map(({ id, uid, passType }, index) => {
    const one = checked[index]!;
    const lines = "refused" in one ? null : one.priced.lines;
    return {
      id,
      name: nameOf.get(uid)?.name ?? "",
      passType,
      lines,
      cents: totalOf((lines ?? []).map(({ cents }) => cents)),
      includedIn: passType === "gold" ? (inPerson.find((other) => other.uid === uid)?.id ?? null) : null,
    };
  });
  return {
    people,
    hasMore: found.length > MOST_PEOPLE,
    offersInvoice: checked.some((one) => "standing" in one && offersInvoices(one.standing.edition)),
  };
}

/** Loader of the page: the people who ask the viewer to pay, and which of them the page's URL names as chosen. */
export async function loadPaying({ context, request }: LoaderFunctionArgs, visit: SignedIn) {
  const fields = new URL(request.url).searchParams;
  const ids = requestsIn(request.url);
  const [{ people, hasMore, offersInvoice }, begun] = await Promise.all([
    readAskedOf(context, visit),
    begunOrder(context, visit, ids),
  ]);
  const chosen = people.filter(({ id }) => ids.includes(id));
  return {
    ...{ people, hasMore, offersInvoice, begun },
    chosen: chosen.map(({ id }) => id),
    isPaying: fields.has("pay"),
    isConfirmed: visit.viewer.emailVerifiedAt !== null,
    isDone: fields.has("refused"),
    cardEntry: context.config.cardEntry,
  };
}

const inAddress = (ids: string[]) => new URLSearchParams(ids.map((id): [string, string] => ["request", id]));

const NOTHING_TYPED: CardReply = { values: { firstName: "", lastName: "" }, problems: {} };

/** Pays for the people who were ticked, or tells them that the viewer will not pay. */
export async function postPaying(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form, paymentMessages.notLoggedInForPayments);
  const { context } = args;
  const intent = intentIn(form, ["pay", "choose", "refuse", "refuse others"], "pay");
  const field = intent === "refuse others" ? "other" : "request";
  const ids = form
    .getAll(field)
    .map(String)
    .slice(0, MOST_PEOPLE + 1);
  const again = (reply: CardReply, status: number, reason?: string) =>
    data<CardReply>({ ...reply, ...(reason && { reason }) }, status);
  if (intent !== "pay") {
    if (ids.length === 0) {
      return again({ ...NOTHING_TYPED, problems: { [field]: payerMessages.chooseSomebody } }, 400);
    }
    if (intent === "choose") return redirect(`/paying?pay&${inAddress(ids)}`);
    const answer = await refuseToPay(context, visit, ids);
    return "refused" in answer
      ? again(NOTHING_TYPED, answer.status, answer.refused)
      : redirect("/paying?refused");
  }
  const read = readCard(context.config, form);
  if ("refused" in read) return again(read.reply, 400);
  const order = groupOrder({ ids, seenCents: centsOf(form.get("total")) ?? -1 });
  const answer =
    read.card === "elsewhere"
      ? await payOnProcessorsPage(context, visit, order)
      : await payByCard(context, visit, order, read.card);
  if ("refused" in answer) {
    const begun = await begunOrder(context, visit, ids);
    return begun ? redirect(`/payment/${begun}`) : again(read.reply, answer.status, answer.refused);
  }
  if ("page" in answer) return again({ ...read.reply, page: answer.page }, 200);
  const failed = notCharged(answer.attempt.state);
  return failed ? again({ ...read.reply, ...failed }, 402) : redirect(`/payment/${answer.attempt.id}`);
}
