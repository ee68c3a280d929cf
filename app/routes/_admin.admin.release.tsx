import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/button.tsx";
import { Card } from "~/components/card.tsx";
import { Moment } from "~/components/moment.tsx";
import { Page } from "~/components/page.tsx";
import { ReleaseTag, RoundCounts } from "~/components/release.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { releaseStage } from "~/domain/rounds.ts";
import { inZone } from "~/domain/times.ts";
import { readRounds } from "~/models/releases.server.ts";
import { requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Release decisions · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireDirector(args);
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
      title="Release decisions"
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
