import enhance from "virtual:enhance";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Meta, Outlet, Scripts, useMatches, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { formToken } from "~/accounts/session.server.ts";
import styles from "~/modules/every-page.css?inline";
import { handleOf, NonceContext } from "~/platform/hydration.tsx";
import type { Settings } from "~/platform/settings.server.ts";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { accentStyles, themeColour } from "~/ui/accent.ts";
import type { ShownSite } from "~/ui/site.tsx";

export const meta: MetaFunction = () => [{ title: "Conference registration" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  // If accounts cannot be read, the layout says so. Then the owner of the page is read from the claims in the cookie.
  const visit = await context.visit().catch(() => null);
  const owner = visit ? visit.viewer : await context.claims();
  return {
    formToken: await formToken(context, request),
    owner: owner?.uid ?? null,
    edition: visit?.settings.conferenceId,
    requestId: context.requestId,
    site: visit && shownSite(visit.settings),
    accent: visit ? accentStyles(visit.settings.site.accent) : null,
    theme: themeColour(visit?.settings.site.accent ?? ""),
    origin: owner ? null : context.origin,
  };
}

const shownSite = ({ site: { name, shortName, logo }, plan }: Settings): ShownSite => ({
  ...{ name, shortName },
  // Pages show only our own pictures, whatever the setting contains.
  logo: /^\/media\/[\w./-]+$/.test(logo) ? logo : "",
  library: plan.title,
});

export default function Root() {
  return <Outlet />;
}

export function Layout({ children }: { children: ReactNode }) {
  const handle = handleOf(useMatches());
  const nonce = useContext(NonceContext);
  const root = useRouteLoaderData("root") as
    | { accent?: string | null; edition?: string; theme?: string }
    | undefined;
  const accent = root?.accent;
  const script = handle.enhance === "none" ? undefined : enhance[handle.enhance ?? "delegate"];
  const hydrates = nonce !== undefined;
  // Enhancements are loaded after React has hydrated, because React expects the markup as the server wrote it.
  useEffect(() => {
    if (script && hydrates) void import(/* @vite-ignore */ script);
  }, [script, hydrates]);
  return (
    <html lang="en" data-edition={root?.edition}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {root?.theme && <meta name="theme-color" content={root.theme} />}
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {handle.stylesheet && <link rel="stylesheet" href={handle.stylesheet} />}
        {handle.styles && <Inlined styles={handle.styles} />}
        <Inlined styles={styles} />
        {accent && <Inlined styles={accent} />}
        {script && !hydrates && <script type="module" async src={script} />}
      </head>
      <body>
        {children}
        {hydrates && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

/** Styles inside the page. With them, the page is painted without waiting for a second response. */
function Inlined({ styles }: { styles: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets
  return <style dangerouslySetInnerHTML={{ __html: styles }} />;
}

/** Shown as a last resort, if not even the layout could be rendered. */
export function ErrorBoundary() {
  return <FramelessRefusal />;
}
