import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { putOffDays, putOffRows } from "~/accounts/put-off.server.ts";
import { troubledMails } from "~/mail/outbox.server.ts";
import { mayBeMore } from "~/staff/findings.ts";
import { lastInspections } from "~/staff/invariants.server.ts";
import { INSPECTION_MINUTES } from "~/staff/limits.ts";
import { TroubledMails } from "~/staff/troubled-mails.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import { inZone } from "~/values/times.ts";
import { quantity } from "~/values/words.ts";

const INTERVAL = quantity(INSPECTION_MINUTES, "minute");

export const meta = titled("Checks");

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireAbility(args, "everything");
  const { db } = args.context;
  const [inspections, putOff, givenUp, waiting] = await db.batch([
    lastInspections(args.context),
    putOffRows(db),
    ...troubledMails(db),
  ]);
  return {
    putOff: putOffDays(putOff).map(({ at, number }) => ({ at: shown(at), number })),
    inspections: inspections.map(({ at, findings }) => ({
      at: shown(at),
      findings,
      mayBeMore: mayBeMore(findings),
    })),
    allMails: (givenUp[0]?.count ?? 0) + (waiting[0]?.count ?? 0),
    mails: [...givenUp, ...waiting].map(({ createdAt, dueAt, count: _, ...mail }) => ({
      ...mail,
      queuedAt: shown(createdAt),
      dueAt: dueAt === null ? null : shown(dueAt),
    })),
  };
}

/**
 * The faults that each run of the data checks found, the mails that could not be sent, and how many times people could
 * not log in.
 */
export default function Checks() {
  const { inspections, allMails, mails, putOff } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Checks"
      lead={`Every ${INTERVAL} the portal checks its records. It compares them with each other, with the card processor and with the stored files.`}
    >
      {mails.length > 0 && <TroubledMails mails={mails} all={allMails} />}
      {putOff.length > 0 && <PutOff days={putOff} />}
      {inspections.length === 0 && (
        <EmptyState title="Not checked yet">
          <p>The first result will be here within {INTERVAL}.</p>
        </EmptyState>
      )}
      {inspections.map(({ at, findings, mayBeMore }) => (
        <Card key={at}>
          <div className="cluster between">
            <h2>
              <Moment at={at} />
            </h2>
            {findings.length === 0 ? (
              <Tag tone="success">All is well</Tag>
            ) : (
              <Tag tone="error">
                {mayBeMore && "At least "}
                {findings.length} to look at
              </Tag>
            )}
          </div>
          {findings.length > 0 && (
            <ul>
              {findings.map(({ rule, object, unchecked }) => (
                <li key={`${rule} ${object}`}>
                  {unchecked ? "Could not be checked" : "Broken"}: {rule} ({object})
                </li>
              ))}
            </ul>
          )}
        </Card>
      ))}
    </Page>
  );
}

/**
 * How many times logging in was put off because too many passwords were being checked at the same time. This happens
 * when many people log in at once, or when somebody guesses passwords.
 */
function PutOff({ days }: { days: { at: number; number: number }[] }) {
  return (
    <Card title="Logging in was put off">
      <p>
        So many passwords were sent at once that some people were asked to press the button again. A few are a
        crowd; hundreds are somebody who guesses. Whoever has logged in before on their device is let in
        first.
      </p>
      <SummaryList
        rows={days.map(({ at, number }) => ({
          term: inZone(at, "UTC", "date"),
          value: quantity(number, "time"),
        }))}
      />
    </Card>
  );
}
