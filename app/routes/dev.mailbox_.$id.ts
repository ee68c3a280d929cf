import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { mailAsHtml } from "~/mail/outbox.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** A mail from the outbox, in HTML, as its reader sees it. Only in development. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const html = context.config.production ? null : await mailAsHtml(context, params["id"]!);
  if (html === null) refuse(404, messages.notFound);
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // Shows the mail as a mail program would: with its own styles and pictures, and without running anything.
      "Content-Security-Policy":
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    },
  });
}
