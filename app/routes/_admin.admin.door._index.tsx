import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readNames } from "~/door/names.server.ts";
import { NamesAtDoor } from "~/door/names-at-door.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { tidyLine } from "~/values/plain-text.ts";

export const meta = titled("Door");

const LONGEST_SEARCH = 100;

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  const asked = new URL(args.request.url).searchParams.get("name") ?? "";
  const search = tidyLine(asked).slice(0, LONGEST_SEARCH);
  const found = await readNames(args.context, visit, search);
  return { ...found, search, mayTakeMoney: can(visit.viewer.abilities, "money") };
}

export default function Door() {
  return (
    <Page title="Door" eyebrow={useEditionName()}>
      <NamesAtDoor {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
