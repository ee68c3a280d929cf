import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readDayList, readDayLists } from "~/door/day-lists.server.ts";
import { dayListIn } from "~/door/day-lists.ts";
import { DayLists, DaySheet } from "~/door/day-lists.tsx";
import { doorMessages } from "~/door/messages.ts";
import styles from "~/modules/day.css?inline";
import { auditFact } from "~/platform/audit.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

const TITLE = "Lists for the day";

export const meta = titled(TITLE);

export const handle = { styles };

/** No names are read before a list has been chosen. */
export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const asked = dayListIn(new URL(args.request.url).searchParams);
  if (!asked) return { all: await readDayLists(context, await requireAbility(args, "door")) };
  const visit = await requireAct(args, "door", "export");
  const list = (await readDayList(context, visit, asked)) ?? refuse(404, messages.notFound);
  await auditFact(context, {
    ...{ actorUid: visit.viewer.uid, action: "export", object: `exports/day/${asked.of}` },
    detail: { rows: list.rows.length },
  });
  return { one: { list, asked } };
}

export default function Day() {
  const { all, one } = useLoaderData<typeof loader>();
  const edition = useEditionName();
  if (one)
    return (
      <Page title={one.list.title} eyebrow={<a href="/admin/day">{TITLE}</a>} wide>
        <DaySheet {...one} />
      </Page>
    );
  return (
    <Page title={TITLE} eyebrow={edition} lead={doorMessages.day.lead}>
      <DayLists {...all} />
    </Page>
  );
}
