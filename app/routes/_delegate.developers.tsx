import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { micromark } from "micromark";
import { publicMeta } from "~/ui/head.tsx";
import { Page } from "~/ui/page.tsx";
import { lazily } from "~/values/lazily.ts";
import guide from "../../docs/programs.md?raw";

export const meta = publicMeta(
  "For developers",
  "How other sites and scripts sign in to the registration portal and call its functions.",
);

const [, title = "", text = ""] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];

/** The guide as HTML. Its code blocks scroll, so they must be reachable with the keyboard. */
const guideAsHtml = lazily(() => micromark(text).replaceAll("<pre>", '<pre tabindex="0">'));

export const loader = ({ context }: LoaderFunctionArgs) => ({
  html: guideAsHtml().replaceAll("https://portal.example.org", context.origin),
});

export default function Developers() {
  const { html } = useLoaderData<typeof loader>();
  return (
    <Page title={title}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own guide */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </Page>
  );
}
