import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { doorMessages } from "~/door/messages.ts";
import { readSessionDoors } from "~/door/session-door.server.ts";
import { SessionDoors } from "~/door/session-door.tsx";
import styles from "~/modules/door.css?inline";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Sessions today");

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  return { sessions: await readSessionDoors(args.context, visit) };
}

export default function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <Page title="Sessions today" eyebrow={<a href="/admin/door">Door</a>} lead={doorMessages.sessions.lead}>
      <SessionDoors sessions={sessions} />
    </Page>
  );
}
