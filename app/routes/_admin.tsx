import type { ComponentProps, ReactNode } from "react";
import stylesheet from "~/modules/staff.css?url";
import type { Handle } from "~/platform/hydration.tsx";
import { EditionChoice } from "~/site/edition-choice.tsx";
import { readStaffFrame } from "~/site/frame.server.ts";
import type { LookedAt } from "~/site/looked-at.ts";
import { type Frame, layout, refusedMeta, SiteFrame } from "~/site/site-frame.tsx";
import { StaffNavigation } from "~/site/staff-navigation.tsx";

export const meta = refusedMeta();

export const handle: Handle = { enhance: "staff", stylesheet };

export const loader = readStaffFrame;

/** The frame of the staff's pages, with the navigation beside the page. */
function StaffFrame({
  frame,
  path,
  children,
}: {
  frame: Frame & {
    navigation: ComponentProps<typeof StaffNavigation>["groups"] | null;
    lookedAt: LookedAt | null;
  };
  path: string;
  children: ReactNode;
}) {
  const { navigation, lookedAt } = frame;
  return (
    <SiteFrame frame={frame} path={path}>
      {lookedAt && <EditionChoice lookedAt={lookedAt} path={path} />}
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
