import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { batchCursorOf } from "~/money/reconciler/batch-page.form.ts";
import { BatchTable, DifferenceList } from "~/money/reconciler/batches.tsx";
import { settlementMessages } from "~/money/reconciler/messages.ts";
import { listBatches } from "~/money/reconciler/settlement-list.server.ts";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Batches");

export async function loader(args: LoaderFunctionArgs) {
  const { shown } = await requireAbility(args, "money");
  const cursor = batchCursorOf(new URL(args.request.url).searchParams);
  const { batches, missing, next } = await listBatches(args.context, cursor);
  return {
    batches: batches.map((batch) => ({ ...batch, settledAt: shown(batch.settledAt) })),
    missing,
    isFirst: cursor === null,
    older: next && `?after=${next.settledAt}-${next.batchId}`,
  };
}

export default function Batches() {
  const { batches, missing, isFirst, older } = useLoaderData<typeof loader>();
  return (
    <Page title="Batches" lead={settlementMessages.lead} wide>
      {missing.lines.length > 0 && (
        <Card>
          <h2>{settlementMessages.missing.title}</h2>
          <p>{settlementMessages.missing.lead}</p>
          <DifferenceList lines={missing.lines} />
          {missing.unshown > 0 && <p>{settlementMessages.unshown(missing.unshown, true)}</p>}
        </Card>
      )}
      <BatchTable batches={batches} />
      <p className="cluster">
        {!isFirst && <a href="/admin/payments/batches">Newest</a>}{" "}
        {older && <a href={`/admin/payments/batches${older}`}>Older</a>}{" "}
        <a href="/admin/payments">All payments</a>
      </p>
    </Page>
  );
}
