import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireAccess } from "~/access/gate.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { leavePlace } from "~/programme/agenda.server.ts";
import { dayInWords } from "~/programme/agenda.ts";
import { makeFeed, revokeFeed } from "~/programme/calendar.server.ts";
import { FeedCard } from "~/programme/calendar-feed.tsx";
import { programmeMessages } from "~/programme/messages.ts";
import { SessionList } from "~/programme/programme.tsx";
import { programmeFilterOf } from "~/programme/programme-filter.form.ts";
import { ZoneField } from "~/programme/programme-filters.tsx";
import { schedulingOf, sessionView } from "~/programme/programme-page.server.ts";
import { readFeedSince } from "~/programme/scheduling.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { LivePart } from "~/ui/live-part.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { placeOf } from "~/values/times.ts";

export const meta = titled("My agenda");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccess(args, "signed-in");
  const [scheduling, feedSince] = await Promise.all([
    schedulingOf(args, visit),
    readFeedSince(args.context, visit),
  ]);
  const { sessions, timeZone, version } = scheduling;
  const asked = programmeFilterOf(new URL(args.request.url).searchParams).zone;
  const zone = asked === timeZone ? "" : asked;
  const views = sessions.map(sessionView(scheduling, visit, zone || null));
  const conference = new URLSearchParams({ conference: visit.settings.conferenceId });
  return {
    ...{ timeZone, version, zone },
    days: [...new Set(views.map(({ day }) => day))].map((day) => ({
      day,
      sessions: views.filter((view) => view.day === day),
    })),
    clashing: views
      .filter(({ mine, clashes }) => mine !== null && clashes.length > 0)
      .map(({ id, title }) => ({ id, title })),
    feedSince: visit.shown(feedSince),
    versionAt: `/scheduling/version?${conference}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const { context } = args;
  const leave = String(form.get("leave") ?? "");
  if (leave !== "") await leavePlace(context, visit, leave);
  else if (form.get("calendar") === "revoke") await revokeFeed(context, visit);
  else if (form.get("calendar") === "make") {
    // Answers with a page, and not with a redirect, because the feed's address cannot be recovered from what is stored.
    const secret = await makeFeed(context, visit);
    return data({ address: `${context.origin}/calendar/${secret}.ics` });
  } else refuse(400, messages.badRequest);
  const { pathname, search } = new URL(args.request.url);
  return redirect(`${pathname}${search}${leave === "" ? "#calendar" : ""}`);
}

export default function AgendaPage() {
  const { days, timeZone, zone, version, versionAt, clashing, feedSince } = useLoaderData<typeof loader>();
  const address = useActionData<typeof action>()?.address;
  return (
    <Page title="My agenda" lead={`What you have chosen. All times are ${placeOf(timeZone)} time.`} wide>
      {address && <FeedCard address={address} since={feedSince} />}
      {days.length > 0 && (
        <div className="cluster no-print">
          <LinkButton href="/scheduling" variant="secondary">
            The whole programme
          </LinkButton>
        </div>
      )}
      <LivePart
        id="agenda"
        src={`/scheduling/agenda${zone && `?zone=${encodeURIComponent(zone)}`}`}
        version={version}
        versionAt={versionAt}
      >
        {clashing.length > 0 && (
          <p className="clash" data-tone="warning">
            {programmeMessages.agenda.clashes(clashing.length)}
            {clashing.map(({ id, title }, index) => (
              <Fragment key={id}>
                {index === 0 ? " " : ", "}
                <a href={`#s-${id}`}>{title}</a>
              </Fragment>
            ))}
            .
          </p>
        )}
        {days.length > 0 ? (
          <PostForm className="stack">
            {days.map(({ day, sessions }) => (
              <section key={day} className="stack">
                <h2>{dayInWords(day)}</h2>
                <SessionList sessions={sessions} refused={undefined} isAgenda />
              </section>
            ))}
          </PostForm>
        ) : (
          <EmptyState
            title="Nothing chosen yet"
            action={<LinkButton href="/scheduling">See the programme</LinkButton>}
          >
            <p>{programmeMessages.agenda.nothingChosen}</p>
          </EmptyState>
        )}
      </LivePart>
      {days.length > 0 && (
        <form className="filters no-print" action="/scheduling/agenda">
          <ZoneField zone={zone} timeZone={timeZone} />
          <div className="cluster">
            <Button variant="secondary">Show</Button>
          </div>
        </form>
      )}
      {!address && <FeedCard since={feedSince} />}
    </Page>
  );
}
