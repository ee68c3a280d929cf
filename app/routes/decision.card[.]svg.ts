import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { eventFor } from "~/conference/events.ts";
import { shareCard } from "~/decisions/share-card.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { messages } from "~/values/messages.ts";

/**
 * The card that an accepted delegate can share as soon as they can see their decision. With `?name`, the card shows
 * their name.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireViewer(args);
  const { conferenceId, site } = settings;
  const standing = await readStanding(args.context, conferenceId, viewer.uid, now);
  const event = eventFor({ ...standing, ...standing.catalogue }, "goldPlus");
  if (standing.decision !== "Accepted" || !event) refuse(404, messages.notFound);
  const isNamed = new URL(args.request.url).searchParams.has("name");
  const name = isNamed && standing.fullName !== "" ? standing.fullName : null;
  return new Response(shareCard(event, { accent: site.accent, by: site.name, name }), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, no-store" },
  });
}
