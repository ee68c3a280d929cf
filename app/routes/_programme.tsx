import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { SiteFrame } from "~/components/site-frame.tsx";
import type { Handle } from "~/hydration.ts";
import styles from "~/modules/programme.css?url";
import { readSchedulingFrame } from "~/scheduling.server.ts";

export const meta: MetaFunction = ({ error }) =>
  error
    ? [
        { title: "Not available · HPAIR" },
        { name: "description", content: "The programme of the conference, for everybody who is signed in." },
      ]
    : [];

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: Handle = { enhance: "live", stylesheet: true };

/** The delegates' frame, whose data is read together with the page's own. */
export const loader = readSchedulingFrame;

export default function ProgrammeLayout() {
  return (
    <Framed>
      <Outlet />
    </Framed>
  );
}

export function ErrorBoundary() {
  return (
    <Framed>
      <RefusalPage />
    </Framed>
  );
}

function Framed({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>("routes/_programme");
  const { pathname } = useLocation();
  if (!frame) return children;
  return (
    <SiteFrame frame={frame} path={pathname}>
      {children}
    </SiteFrame>
  );
}
