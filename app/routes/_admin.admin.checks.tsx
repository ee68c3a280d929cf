import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Card, EmptyState } from "~/components/card.tsx";
import { Moment } from "~/components/moment.tsx";
import { Page } from "~/components/page.tsx";
import { Tag } from "~/components/tag.tsx";
import { lastInspections } from "~/models/invariants.server.ts";
import { requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Checks · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireDirector(args);
  const inspections = await lastInspections(args.context);
  return inspections.map(({ at, findings }) => ({ at: shown(at), findings }));
}

/** What the invariant checker found, run by run. */
export default function Checks() {
  const inspections = useLoaderData<typeof loader>();
  return (
    <Page
      title="Checks"
      lead="Every ten minutes the portal compares its records with each other, with the card processor and with the stored files."
    >
      {inspections.length === 0 && (
        <EmptyState title="Not checked yet">
          <p>The first result is here within ten minutes.</p>
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
