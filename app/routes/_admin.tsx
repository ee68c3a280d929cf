import type { ComponentProps, ReactNode } from "react";
import { type Frame, layout, refusedMeta, SiteFrame } from "~/components/site-frame.tsx";
import { StaffNavigation } from "~/components/staff-navigation.tsx";
import { readStaffFrame } from "~/frame.server.ts";
import type { Handle } from "~/hydration.ts";
import stylesheet from "~/modules/staff.css?url";

export const meta = refusedMeta();

export const handle: Handle = { enhance: "staff", stylesheet };

export const loader = readStaffFrame;

/** The staff's pages stand beside their navigation. */
function StaffFrame({
  frame,
  path,
  children,
}: {
  frame: Frame & { navigation: ComponentProps<typeof StaffNavigation>["groups"] | null };
  path: string;
  children: ReactNode;
}) {
  const { navigation } = frame;
  return (
    <SiteFrame frame={frame} path={path}>
      {navigation ? (
        <div className="staff">
          <StaffNavigation groups={navigation} path={path} />
          {children}
        </div>
      ) : (
        children
      )}
    </SiteFrame>
  );
}

const { Layout, ErrorBoundary } = layout<typeof loader>("routes/_admin", StaffFrame);

export { ErrorBoundary, Layout as default };
