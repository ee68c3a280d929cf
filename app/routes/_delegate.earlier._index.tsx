import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { editionNames } from "~/conference/conferences.server.ts";
import { editionsAppliedTo } from "~/standing/earlier.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Earlier conferences");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings } = await requireAccess(args, "signed-in");
  const applied = await editionsAppliedTo(args.context.db, viewer.uid, settings.conferenceId);
  const names = editionNames(applied);
  return {
    earlier: applied.map(({ id, submittedAt }) => ({ id, submittedAt, name: names.get(id) ?? id })),
  };
}

export default function EarlierPage() {
  const { earlier } = useLoaderData<typeof loader>();
  if (earlier.length === 0) {
    return (
      <Page title="Earlier conferences">
        <EmptyState
          title="No earlier conference"
          action={<LinkButton href="/">Go to the home page</LinkButton>}
        >
          <p>When you have applied to a conference, you can read here what you sent and received.</p>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title="Earlier conferences"
      lead="We keep what you sent and received: your application, the decision, receipts and the terms."
    >
      {earlier.map(({ id, name, submittedAt }) => (
        <Card key={id} title={<a href={`/earlier/${id}`}>{name}</a>}>
          {submittedAt !== null && (
            <p className="hint">
              Applied on <Moment at={submittedAt} style="date" />.
            </p>
          )}
        </Card>
      ))}
    </Page>
  );
}
