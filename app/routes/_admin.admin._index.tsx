import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card.tsx";
import { Page } from "~/components/page.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { dollars } from "~/domain/money.ts";
import { DECISIONS } from "~/domain/types.ts";
import { readStatistics } from "~/models/statistics.server.ts";
import { requireAccess } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Admin hub · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAccess(args, "admin");
  return readStatistics(args.context.db, settings.conferenceId);
}

export default function AdminHub() {
  const { begun, submitted, decided, tickets, paid } = useLoaderData<typeof loader>();
  const decisionsOf = (decision: string) => decided.find((row) => row.decision === decision)?.number ?? 0;
  return (
    <Page title="Admin hub" lead="Where the current conference stands.">
      <ul className="links">
        <li>
          <a href="/admin/payments">Payments and refunds</a>
        </li>
        <li>
          <a href="/admin/checks">Checks</a>
        </li>
      </ul>
      <Card title="Applications">
        <SummaryList
          rows={[
            { term: "Begun", value: String(begun) },
            { term: "Submitted", value: String(submitted) },
          ]}
        />
      </Card>
      <Card title="Decisions">
        <SummaryList
          rows={DECISIONS.map((decision) => ({ term: decision, value: String(decisionsOf(decision)) }))}
        />
      </Card>
      <Card title="Registrations">
        <SummaryList
          rows={tickets.map(({ id, title }) => {
            const { number = 0, cents = 0 } = paid.find((row) => row.passType === id) ?? {};
            return { term: title, value: `${number} paid, ${dollars(cents)}` };
          })}
        />
      </Card>
    </Page>
  );
}
