import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { findAtDoor, readDoorCounts } from "~/door/names.server.ts";
import { NamesAtDoor } from "~/door/names-at-door.tsx";
import { PhoneReports } from "~/door/phone-reports.tsx";
import { readIncidents } from "~/door/scans.server.ts";
import styles from "~/modules/door.css?inline";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { tidyLine } from "~/values/plain-text.ts";

export const meta = titled("Door");

export const handle = { styles };

const LONGEST_SEARCH = 100;
/** The parameter in the address after somebody was let in. The page then shows only an empty search field. */
const NEXT = "next";

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  const asked = new URL(args.request.url).searchParams;
  const search = tidyLine(asked.get("name") ?? "").slice(0, LONGEST_SEARCH);
  // The counts and reports read rows of all delegates. So they are left out while a helper looks for one person after
  // another.
  const isLooking = search !== "" || asked.has(NEXT);
  const [found, counts, reports] = await Promise.all([
    findAtDoor(args.context, visit, search),
    isLooking ? null : readDoorCounts(args.context, visit),
    isLooking ? null : readIncidents(args.context, visit),
  ]);
  const { now, viewer } = visit;
  return {
    names: { ...found, counts, now, search, mayTakeMoney: can(viewer.abilities, "money") },
    reports: reports && { ...reports, now },
  };
}

export default function Door() {
  const { names, reports } = useLoaderData<typeof loader>();
  return (
    <Page title="Door" eyebrow={useEditionName()}>
      <NamesAtDoor {...names} />
      {reports && <PhoneReports {...reports} />}
    </Page>
  );
}
