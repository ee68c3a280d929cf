import styles from "~/modules/programme.css?inline";
import type { Handle } from "~/platform/hydration.tsx";
import { readSchedulingFrame } from "~/programme/programme-page.server.ts";
import { layout, refusedMeta, SiteFrame } from "~/site/site-frame.tsx";

export const meta = refusedMeta("The programme of the conference, for everybody who is signed in.");

export const handle: Handle = { enhance: "live", styles };

/** Reads the delegates' frame together with the page's own data. */
export const loader = readSchedulingFrame;

const { Layout, ErrorBoundary } = layout<typeof loader>("routes/_programme", SiteFrame);

export { ErrorBoundary, Layout as default };
