import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { releaseStage } from "~/conference/rounds.ts";
import { LateNotice, ReleaseTag, RoundCounts, RoundLink } from "~/decisions/release.tsx";
import { readRounds } from "~/decisions/releases.server.ts";
import { Card } from "~/ui/card.tsx";
import { PlainMoment, ZoneContext } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { zoneInWords } from "~/values/times.ts";

export const meta = titled("Release decisions");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "decide");
  const rounds = await readRounds(args.context, settings.conferenceId);
  return rounds.map(({ id, title, deadline, decisionRelease, releasedAt, counts, undecided, late }) => ({
    ...{ id, title, counts, undecided, late },
    stage: releaseStage({ decisionRelease, releasedAt }, now),
    ...{ deadline, decisionRelease, releasedAt },
  }));
}

export default function Release() {
  const rounds = useLoaderData<typeof loader>();
  const zone = useContext(ZoneContext);
  return (
    <Page
      title={`Release decisions of ${useEditionName()}`}
      lead={`Delegates of a round see their decision once the round is released and its decision release time has come. They are told by mail. All times are ${zoneInWords(zone)} time.`}
    >
      {rounds.map((round) => (
        <Card key={round.id}>
          <div className="cluster between">
            <h2>{round.title}</h2>
            <ReleaseTag stage={round.stage} late={round.late} />
          </div>
          {round.releasedAt !== null && round.late > 0 && (
            <LateNotice late={round.late}>
              <RoundLink {...round} />
            </LateNotice>
          )}
          <SummaryList
            rows={[
              { term: "Deadline", value: <PlainMoment at={round.deadline} /> },
              { term: "Decision release", value: <PlainMoment at={round.decisionRelease} /> },
              {
                term: "Released",
                value: round.releasedAt ? <PlainMoment at={round.releasedAt} /> : "No",
              },
            ]}
          />
          <RoundCounts {...round} />
          {(round.releasedAt === null || round.late === 0) && (
            <p>
              <RoundLink {...round} />
            </p>
          )}
        </Card>
      ))}
      <p>
        <a href="/admin/mail/decisions">Mails about decisions</a>
      </p>
    </Page>
  );
}
