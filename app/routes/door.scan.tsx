import enhance from "virtual:enhance";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { scanMessages } from "~/door/messages.ts";
import { ScanPage } from "~/door/scan-page.tsx";
import styles from "~/modules/door.css?inline";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Scan tickets");

export const handle = { styles, enhance: "door", camera: true };

/** Phones keep this page, so it says nothing about the person who opens it. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "door");
  return {};
}

export default function Scan() {
  return (
    <Page title="Scan tickets" eyebrow={<a href="/admin/door">List of names</a>} lead={scanMessages.lead}>
      <ScanPage signatures={enhance["door-signatures"]} />
    </Page>
  );
}

export const ErrorBoundary = () => <FramelessRefusal />;
