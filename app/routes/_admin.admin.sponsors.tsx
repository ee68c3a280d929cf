import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { staffMessages } from "~/staff/messages.ts";
import { readSponsorTables } from "~/staff/sponsors.server.ts";
import { lacksColumn } from "~/staff/sponsors.ts";
import { SponsorFile, TableForSponsors } from "~/staff/sponsors.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("For sponsors");

export async function loader(args: LoaderFunctionArgs) {
  return readSponsorTables(args.context, await requireAbility(args, "decide"));
}

export default function Sponsors() {
  const tables = useLoaderData<typeof loader>();
  return (
    <Page title="For sponsors" eyebrow={useEditionName()} lead={staffMessages.sponsors.lead}>
      {tables.length === 0 ? (
        <EmptyState title="Nothing to show yet">
          <p>{staffMessages.sponsors.nobody}</p>
        </EmptyState>
      ) : (
        <>
          <SponsorFile />
          {tables.some(lacksColumn) && <p className="hint">{staffMessages.sponsors.columns}</p>}
          {tables.map((table) => (
            <TableForSponsors key={table.title} {...table} />
          ))}
        </>
      )}
    </Page>
  );
}
