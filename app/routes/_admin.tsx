import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { SiteFrame } from "~/components/site-frame.tsx";
import { StaffNavigation } from "~/components/staff-navigation.tsx";
import { readStaffFrame } from "~/frame.server.ts";
import type { Handle } from "~/hydration.ts";
import styles from "~/modules/staff.css?url";

export const meta: MetaFunction = ({ error }) => (error ? [{ title: "Not available · HPAIR" }] : []);

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: Handle = { enhance: "staff" };

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
      {frame.navigation ? (
        <div className="staff">
          <StaffNavigation groups={frame.navigation} path={pathname} />
          {children}
        </div>
      ) : (
        children
      )}
    </SiteFrame>
  );
}
