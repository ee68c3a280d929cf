import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readLive } from "~/door/live.server.ts";
import { LiveNumbers } from "~/door/live-numbers.tsx";
import { doorMessages } from "~/door/messages.ts";
import { LivePart } from "~/ui/live-part.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Live numbers");

/**
 * For all staff. The page has numbers and no names. The amounts that came in are sent only to staff with the ability
 * “Money”.
 */
export async function loader(args: LoaderFunctionArgs) {
  return readLive(args.context, await requireAccess(args, "admin"));
}

export default function Live() {
  return (
    <Page title="Live numbers" eyebrow={useEditionName()} lead={doorMessages.live.lead}>
      <LivePart id="live" src="/admin/live">
        <div className="stack">
          <LiveNumbers {...useLoaderData<typeof loader>()} />
        </div>
      </LivePart>
    </Page>
  );
}
