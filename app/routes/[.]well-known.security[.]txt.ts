import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openVisit } from "~/accounts/session.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { securityTxt } from "~/site/security-txt.ts";
import { messages } from "~/values/messages.ts";

/** One hour, in seconds. */
const KEPT = 60 * 60;

/** Says where to report a vulnerability (SECURITY.md): at the address for questions, if this installation has one. */
export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await openVisit(args);
  const text = securityTxt(args.context.origin, settings.supportEmail) ?? refuse(404, messages.notFound);
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": `public, max-age=${KEPT}`,
      Vary: "Accept-Encoding",
    },
  });
}
