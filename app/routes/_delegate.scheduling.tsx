import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { EmptyState } from "~/components/card.tsx";
import { Page } from "~/components/page.tsx";
import { requireAccess } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Scheduling · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireAccess(args, "signed-in");
  return null;
}

export default function SchedulingPage() {
  return (
    <Page title="Scheduling">
      <EmptyState title="No sessions yet">
        <p>The programme will be here once its sessions are published.</p>
      </EmptyState>
    </Page>
  );
}
