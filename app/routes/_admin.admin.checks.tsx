import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { troubledMails } from "~/mail/outbox.server.ts";
import { lastInspections } from "~/staff/invariants.server.ts";
import { INSPECTION_MINUTES } from "~/staff/limits.ts";
import { TroubledMails } from "~/staff/troubled-mails.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";
import { counted } from "~/values/words.ts";

const INTERVAL = counted(INSPECTION_MINUTES, "minute");

export const meta = titled("Checks");

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireAbility(args, "everything");
  const { db } = args.context;
  const [inspections, mails] = await db.batch([lastInspections(args.context), troubledMails(db)]);
  return {
    inspections: inspections.map(({ at, findings }) => ({ at: shown(at), findings })),
    mails: mails.map(({ createdAt, dueAt, ...mail }) => ({
      ...mail,
      queuedAt: shown(createdAt),
      dueAt: dueAt === null ? null : shown(dueAt),
    })),
  };
}

/** What the invariant checker found, run by run, and the mails that could not be sent. */
export default function Checks() {
  const { inspections, mails } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Checks"
      lead={`Every ${INTERVAL} the portal compares its records with each other, with the card processor and with the stored files.`}
    >
      {mails.length > 0 && <TroubledMails mails={mails} />}
      {inspections.length === 0 && (
        <EmptyState title="Not checked yet">
          <p>The first result will be here within {INTERVAL}.</p>
        </EmptyState>
      )}
      {inspections.map(({ at, findings }) => (
        <Card key={at}>
          <div className="cluster between">
            <h2>
              <Moment at={at} />
            </h2>
            {findings.length === 0 ? (
              <Tag tone="success">All is well</Tag>
            ) : (
              <Tag tone="error">{findings.length} to look at</Tag>
            )}
          </div>
          {findings.length > 0 && (
            <ul>
              {findings.map(({ rule, object }) => (
                <li key={`${rule} ${object}`}>
                  Broken: {rule} ({object})
                </li>
              ))}
            </ul>
          )}
        </Card>
      ))}
    </Page>
  );
}
