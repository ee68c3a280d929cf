import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { eventFacts, eventFor, eventValues } from "~/conference/events.ts";
import styles from "~/modules/paper.css?inline";
import { refuse } from "~/platform/refusal.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { Card } from "~/ui/card.tsx";
import { Letterhead, PrintHint } from "~/ui/letterhead.tsx";
import { Page } from "~/ui/page.tsx";
import { Prose } from "~/ui/prose.tsx";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { countryName } from "~/values/countries.ts";
import { dateInWords } from "~/values/days.ts";
import { messages } from "~/values/messages.ts";
import { inZone } from "~/values/times.ts";

export const meta = titled("Letter of acceptance");

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireViewer(args);
  const { supportEmail } = settings;
  const asked = new URL(args.request.url).searchParams.get("conference");
  const conferenceId = asked ?? settings.conferenceId;
  const standing = await readStanding(args.context, conferenceId, viewer.uid, now);
  const { decision, toldAt, edition, fullName } = standing;
  const event = eventFor({ ...standing, ...standing.catalogue }, "goldPlus");
  if (decision !== "Accepted" || toldAt === null || !event) refuse(404, messages.notFound);
  const { dateOfBirth, nationality, institution } = standing.about;
  return {
    event: event.name,
    facts: eventFacts(event),
    name: fullName,
    email: viewer.email,
    born: dateOfBirth ? dateInWords(dateOfBirth) : null,
    nationality: nationality ? countryName(nationality) : null,
    institution,
    date: inZone(toldAt, edition.deadlineZone, "date"),
    text: standing.texts.letter,
    values: { ...eventValues(event), contact: supportEmail },
    reference: viewer.uid,
    back: conferenceId === settings.conferenceId ? "/decision" : `/earlier/${conferenceId}`,
  };
}

/** A letter for a visa, a university or an employer. The browser can print it or save it as a PDF. */
export default function Letter() {
  const letter = useLoaderData<typeof loader>();
  return (
    <Page title="Letter of acceptance" lead={letter.event} noticesFollow>
      <Card>
        <Letterhead />
        <p>{letter.date}</p>
        <p>To whom it may concern,</p>
        <p>
          We confirm that{" "}
          <strong>
            <bdi>{letter.name}</bdi>
          </strong>{" "}
          has been accepted as a delegate to the {letter.event}.
        </p>
        <SummaryList
          rows={[
            { term: "Conference", value: `${letter.event}, ${letter.facts}` },
            { term: "Full name", value: letter.name },
            { term: "Date of birth", value: letter.born },
            { term: "Nationality", value: letter.nationality },
            { term: "Institution", value: letter.institution },
            { term: "E-mail", value: letter.email },
            { term: "Date of decision", value: letter.date },
            { term: "Application", value: letter.reference },
          ].filter(({ value }) => value)}
        />
        <Prose values={letter.values}>{letter.text}</Prose>
        <p className="signed">The organisers of the {letter.event}</p>
      </Card>
      <PrintHint>
        <a href={letter.back}>Your decision</a> <a href="/letters">Letters with a code</a>
      </PrintHint>
    </Page>
  );
}
