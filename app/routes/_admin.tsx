import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { SiteFrame } from "~/components/site-frame.tsx";
import { readStaffFrame } from "~/frame.server.ts";

export const meta: MetaFunction = ({ error }) => (error ? [{ title: "Not available · HPAIR" }] : []);

export const loader = readStaffFrame;

export default function AdminLayout() {
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
  const frame = useRouteLoaderData<typeof loader>("routes/_admin");
  const { pathname } = useLocation();
  if (!frame) return children;
  return (
    <SiteFrame frame={frame} path={pathname}>
      {children}
    </SiteFrame>
  );
}
