import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { releaseStage } from "~/conference/rounds.ts";
import { ReleaseTag, RoundCounts } from "~/decisions/release.tsx";
import { readRounds } from "~/decisions/releases.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { inZone } from "~/values/times.ts";

export const meta = titled("Release decisions");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "decide");
  const rounds = await readRounds(args.context, settings.conferenceId);
  return rounds.map(({ id, title, deadline, decisionRelease, releasedAt, counts, undecided, late }) => ({
    ...{ id, title, counts, undecided, late },
    stage: releaseStage({ decisionRelease, releasedAt }, now),
    deadline,
    decisionRelease,
    releaseInUtc: inZone(decisionRelease, "UTC"),
    releasedAt,
  }));
}

export default function Release() {
  const rounds = useLoaderData<typeof loader>();
  return (
    <Page
      title={`Release decisions of ${useEditionName()}`}
      lead="Delegates of a round see their decision once the round is released and its decision release time has come. They are told by mail."
    >
      {rounds.map((round) => (
        <Card key={round.id}>
          <div className="cluster between">
            <h2>{round.title}</h2>
            <ReleaseTag stage={round.stage} />
          </div>
          <SummaryList
            rows={[
              { term: "Deadline", value: <Moment at={round.deadline} /> },
              {
                term: "Decision release",
                value: (
                  <>
                    <Moment at={round.decisionRelease} />, {round.releaseInUtc}
                  </>
                ),
              },
              { term: "Released", value: round.releasedAt ? <Moment at={round.releasedAt} /> : "No" },
            ]}
          />
          <RoundCounts {...round} />
          <p>
            <LinkButton href={`/admin/release/${round.id}`} variant="secondary">
              Check and release<span className="visually-hidden"> {round.title}</span>
            </LinkButton>
          </p>
        </Card>
      ))}
      <p>
        <a href="/admin/mail/decisions">Mails about decisions</a>
      </p>
    </Page>
  );
}
