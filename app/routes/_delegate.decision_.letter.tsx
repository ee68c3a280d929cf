import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { conferenceName } from "~/conference/conferences.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { countryName } from "~/values/countries.ts";
import { dateInWords, daysInWords } from "~/values/days.ts";
import { messages } from "~/values/messages.ts";
import { EASTERN, inZone } from "~/values/times.ts";

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
