import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readNames } from "~/door/names.server.ts";
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

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  const asked = new URL(args.request.url).searchParams.get("name") ?? "";
  const search = tidyLine(asked).slice(0, LONGEST_SEARCH);
  const [found, reports] = await Promise.all([
    readNames(args.context, visit, search),
    readIncidents(args.context, visit),
  ]);
  const mayTakeMoney = can(visit.viewer.abilities, "money");
  return { names: { ...found, search, mayTakeMoney }, reports: { ...reports, now: visit.now } };
}

export default function Door() {
  const { names, reports } = useLoaderData<typeof loader>();
  return (
    <Page title="Door" eyebrow={useEditionName()}>
      <NamesAtDoor {...names} />
      <PhoneReports {...reports} />
    </Page>
  );
}
