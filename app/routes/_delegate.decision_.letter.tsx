import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card.tsx";
import { Page } from "~/components/page.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { conferenceName } from "~/domain/conferences.ts";
import { countryName } from "~/domain/countries.ts";
import { dateInWords, daysInWords } from "~/domain/days.ts";
import { messages } from "~/domain/messages.ts";
import { EASTERN, inZone } from "~/domain/times.ts";
import { readStanding } from "~/models/standing.server.ts";
import { refuse, requireViewer } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Letter of acceptance · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireViewer(args);
  const { conferenceId, supportEmail } = settings;
  const standing = await readStanding(args.context, conferenceId, viewer.uid, now);
  const { decision, decidedAt, conference, edition, fullName } = standing;
  if (decision !== "Accepted" || decidedAt === null) refuse(404, messages.notFound);
  const { dateOfBirth, nationality, institution } = standing.about;
  return {
    conference: conferenceName(conference),
    title: conference.title,
    venue: edition.venue,
    ordinal: edition.ordinal,
    days: daysInWords(edition.firstDay, edition.lastDay),
    name: fullName,
    email: viewer.email,
    born: dateOfBirth ? dateInWords(dateOfBirth) : null,
    nationality: nationality ? countryName(nationality) : null,
    institution,
    date: inZone(decidedAt, EASTERN, "date"),
    contact: supportEmail,
    reference: `${conferenceId}/${viewer.uid}`,
  };
}

/** The browser can print it or save it as a PDF, for a visa, a university or an employer. */
export default function Letter() {
  const letter = useLoaderData<typeof loader>();
  return (
    <Page title="Letter of acceptance" lead={letter.conference}>
      <Card>
        <p>{letter.date}</p>
        <p>To whom it may concern,</p>
        <p>
          we confirm that{" "}
          <strong>
            <bdi>{letter.name}</bdi>
          </strong>{" "}
          has been accepted as a delegate to the {letter.conference}
          {letter.title && ` (“${letter.title}”)`}, the {letter.ordinal} edition, held on the {letter.venue},{" "}
          {letter.days}.
        </p>
        <SummaryList
          rows={[
            { term: "Full name", value: letter.name },
            { term: "Date of birth", value: letter.born },
            { term: "Nationality", value: letter.nationality },
            { term: "Institution", value: letter.institution },
            { term: "E-mail", value: letter.email },
            { term: "Date of decision", value: letter.date },
            { term: "Application", value: letter.reference },
          ]}
        />
        <p>
          To take part, the delegate must register and pay for a pass. Questions about this letter:{" "}
          {letter.contact}
        </p>
        <p>The organisers of the {letter.conference}</p>
      </Card>
      <p className="no-print">
        Print this page, or save it as a PDF in the print dialogue. <a href="/decision">Your decision</a>
      </p>
    </Page>
  );
}
