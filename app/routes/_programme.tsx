import { layout, refusedMeta, SiteFrame } from "~/components/site-frame.tsx";
import type { Handle } from "~/hydration.ts";
import stylesheet from "~/modules/programme.css?url";
import { readSchedulingFrame } from "~/scheduling.server.ts";

export const meta = refusedMeta("The programme of the conference, for everybody who is signed in.");

export const handle: Handle = { enhance: "live", stylesheet };

/** The delegates' frame, whose data is read together with the page's own. */
export const loader = readSchedulingFrame;

const { Layout, ErrorBoundary } = layout<typeof loader>("routes/_programme", SiteFrame);

export { ErrorBoundary, Layout as default };
