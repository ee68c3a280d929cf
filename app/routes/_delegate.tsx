import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { DemoStrip, SiteFrame } from "~/components/site-frame.tsx";
import { readFrame } from "~/frame.server.ts";

export const meta: MetaFunction = ({ error }) => (error ? [{ title: "Not available · HPAIR" }] : []);

export const loader = readFrame;

export default function DelegateLayout() {
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

/** Omits the frame on the home route if nobody is signed in. */
function Framed({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>("routes/_delegate");
  const { pathname } = useLocation();
  if (!frame) return children;
  if (pathname === "/" && !frame.viewer) {
    return (
      <>
        <DemoStrip time={frame.demoTime} />
        {children}
      </>
    );
  }
  return (
    <SiteFrame frame={frame} path={pathname}>
      {children}
    </SiteFrame>
  );
}
