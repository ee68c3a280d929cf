import type { ComponentProps } from "react";
import { readFrame } from "~/site/frame.server.ts";
import { DemoStrip, layout, refusedMeta, SiteFrame } from "~/site/site-frame.tsx";

export const meta = refusedMeta();

export const loader = readFrame;

/** The frame of delegates' pages. On the home page, the frame is left out if nobody is signed in. */
function DelegateFrame({ frame, path, children }: ComponentProps<typeof SiteFrame>) {
  if (path === "/" && !frame.viewer) {
    return (
      <>
        <DemoStrip time={frame.demoTime} />
        {children}
      </>
    );
  }
  return (
    <SiteFrame frame={frame} path={path}>
      {children}
    </SiteFrame>
  );
}

const { Layout, ErrorBoundary } = layout<typeof loader>("routes/_delegate", DelegateFrame);

export { ErrorBoundary, Layout as default };
