import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { entryIn } from "~/money/payments/entries.form.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { proposeMore } from "~/reviews/distribution.server.ts";
import { parseReminderForm, scoresAskedFor } from "~/reviews/fair-scores.form.ts";
import { readFairScores, remindReaders } from "~/reviews/fair-scores.server.ts";
import { MOST_REVIEWS, shownScores } from "~/reviews/fair-scores.ts";
import {
  Disagreements,
  OneMoreReading,
  ReaderOffsets,
  type ReminderReply,
  ScoreList,
} from "~/reviews/fair-scores.tsx";
import { reviewMessages } from "~/reviews/messages.ts";
import { EmptyState } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { typedIn } from "~/values/parse.form.ts";
import { daysLater, isoDay } from "~/values/times.ts";

/** By default, a reminder asks readers to finish within this many days. */
const DAYS_LEFT = 3;

export const meta = titled("Scores");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const { searchParams } = new URL(args.request.url);
  const asked = scoresAskedFor(searchParams);
  const found = await readFairScores(args.context, visit, asked);
  return {
    found: found && shownScores(found, asked),
    entry: newId(),
    by: daysLater(isoDay(visit.now, "UTC"), DAYS_LEFT),
    isReminded: searchParams.has("reminded"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  if (intentIn(form, ["remind", "more"]) === "more") {
    const answer = await proposeMore(args.context, visit, form.getAll("uid").map(String));
    if ("refused" in answer) return data({ more: answer.refused }, answer.status);
    return redirect(`/admin/distribute-apps/${answer.planId}`);
  }
  const entry = entryIn(form) ?? newId();
  const values = typedIn(form, ["by"]);
  // The earliest deadline is today's date in the time zone where the day begins last.
  const parsed = parseReminderForm(form, isoDay(visit.now, "Pacific/Pago_Pago"));
  if ("problems" in parsed) return data<ReminderReply>({ entry, values, problems: parsed.problems }, 400);
  const answer = await remindReaders(args.context, visit, entry, parsed.request.by);
  if ("refused" in answer)
    return data<ReminderReply>({ entry, values, problems: {}, reason: answer.refused }, answer.status);
  return redirect("/admin/scores?reminded#readers");
}

export default function Scores() {
  const { found, entry, by, isReminded } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const reminder = reply && "entry" in reply ? reply : { entry, values: { by }, problems: {} };
  return (
    <Page
      title="Scores"
      eyebrow={useEditionName()}
      lead="How harsh or mild each reader is, and what every application would have without that."
      wide
    >
      {found === null ? (
        <EmptyState title="Too many reviews">
          <p>{reviewMessages.scores.tooMany(MOST_REVIEWS)}</p>
        </EmptyState>
      ) : (
        <>
          <ReaderOffsets {...found} reminder={reminder} isReminded={isReminded && !reply} />
          {found.scored === 0 ? (
            <p>{reviewMessages.scores.none}</p>
          ) : (
            <>
              <OneMoreReading {...found} reason={reply && "more" in reply ? reply.more : undefined} />
              <Disagreements apart={found.apart} />
              <ScoreList {...found} />
              <p>
                <a href="/admin/reviews.csv">Download every review as CSV</a>
              </p>
            </>
          )}
        </>
      )}
    </Page>
  );
}
