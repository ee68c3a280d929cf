import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { isSoldAt } from "~/conference/sale.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { offerPlaces, takeKeptPlaceBack } from "~/decisions/offering.server.ts";
import { orderTyped, parseOfferForm, parseWaitingListForm } from "~/decisions/waiting-list.form.ts";
import { readWaitingList, saveWaitingList } from "~/decisions/waiting-list.server.ts";
import {
  StandingOffers,
  WaitingPeople,
  type WaitingReply,
  WaitingSettings,
  waitingInWords,
} from "~/decisions/waiting-list.tsx";
import { placesTyped } from "~/decisions/waiting-places.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { typedIn } from "~/values/parse.form.ts";
import { daysLater, inZone, isoDay, wallTime, zoneInWords } from "~/values/times.ts";

const say = decisionMessages.waiting;

/** By default, an offer ends in the evening, this many days after the day on which it is made. */
const USUAL_DAYS = 3;

export const meta = titled("Waiting list");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const { list, waiting, count, standing, title, free, zone, passes } = await readWaitingList(
    args.context,
    visit,
  );
  const stopsAt = list.stopsAt === null ? "" : wallTime(list.stopsAt, zone);
  const usualEnd = `${daysLater(isoDay(visit.now, zone), USUAL_DAYS)}T20:00`;
  const pass = passes.find(({ id }) => id === list.passType);
  const hasStopped = list.stopsAt !== null && list.stopsAt <= visit.now;
  // Wall times in the same zone can be sorted as texts.
  const ends = [list.stopsAt, pass?.saleUntil ?? null].flatMap((at) =>
    at === null ? [] : wallTime(at, zone),
  );
  const isCurrent = visit.settings.conferenceId === visit.settings.currentEdition;
  const titleOfPass = (id: string) => passes.find((pass) => pass.id === id)?.title ?? id;
  return {
    ...{ title, free, count, passType: list.passType, sortedBy: list.sortedBy },
    closed: !isCurrent
      ? say.notCurrent
      : hasStopped
        ? say.hasStopped
        : pass && isSoldAt(pass, visit.now)
          ? null
          : say.notOnSale,
    people: waiting.map(({ score, ...person }) => ({
      ...person,
      score: score === null ? null : (score / 100).toFixed(2),
    })),
    offers: standing.map(({ id, name, passType, endsAt, isTaken }) => ({
      ...{ id, name, endsAt, isTaken },
      title: titleOfPass(passType),
    })),
    settings: {
      ...{
        sortedBy: list.sortedBy,
        passType: list.passType,
        hours: String(list.hours),
        refills: list.refills,
      },
      stopsAt,
    },
    passes: passes.map(({ id, title }) => ({ id, title })),
    pressId: newId(),
    endsAt: [usualEnd, ...ends].sort()[0]!,
    zone: zoneInWords(zone),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "decide", "decide", form);
  const { context } = args;
  const intent = intentIn(form, ["check", "change", "offer", "order", "settings", "take-back"]);
  const uids = form.getAll("uid").map(String);
  const fields = ["endsAt", "pressId", "sortedBy", "passType", "hours", "stopsAt", "refills"] as const;
  const typed = typedIn(form, fields);
  const again = (status: number, of: WaitingReply["of"], more: Partial<WaitingReply>) =>
    data<WaitingReply>(
      { of, uids, values: { ...typed, ...placesTyped(form) }, problems: {}, ...more },
      status,
    );
  if (intent === "change") return again(200, "offer", {});
  if (intent === "take-back") {
    const answer = await takeKeptPlaceBack(context, visit, String(form.get("offer") ?? "").slice(0, 60));
    if ("refused" in answer) return again(answer.status, "standing", { reason: answer.refused });
    return redirect("/admin/waiting#offers");
  }
  if (intent === "order") {
    await saveWaitingList(context, visit, { byHand: orderTyped(form) });
    // The list in its new order keeps the people who are ticked and the time that was typed.
    return again(200, "offer", { values: typed });
  }
  const zone = await readDeadlineZone(context.db, visit.settings.conferenceId);
  if (intent === "settings") {
    const parsed = parseWaitingListForm(form, zone);
    if ("problems" in parsed) return again(400, "settings", parsed);
    await saveWaitingList(context, visit, parsed.request);
    return redirect("/admin/waiting");
  }
  const parsed = parseOfferForm(form, zone);
  if ("problems" in parsed) return again(400, "offer", parsed);
  const { endsAt } = parsed.request;
  if (intent === "check" && uids.length > 0 && endsAt > visit.now)
    return again(200, "offer", { asked: { endsAt, inUtc: inZone(endsAt, "UTC") } });
  const answer = await offerPlaces(context, visit, { ...parsed.request, uids });
  if ("refused" in answer) return again(answer.status, "offer", { reason: answer.refused });
  return redirect("/admin/waiting#offers");
}

export default function WaitingListPage() {
  const { people, count, offers, settings, passes, zone, ...found } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const replyTo = (of: WaitingReply["of"]) => (reply?.of === of ? reply : undefined);
  const press = reply?.asked ? { pressId: reply.values["pressId"]! } : {};
  return (
    <Page title="Waiting list" eyebrow={useEditionName()} lead={waitingInWords(count, people.length)} wide>
      <WaitingPeople {...found} {...press} people={people} zone={zone} reply={replyTo("offer")} />
      <StandingOffers offers={offers} reply={replyTo("standing")} />
      <WaitingSettings values={settings} passes={passes} zone={zone} reply={replyTo("settings")} />
    </Page>
  );
}
