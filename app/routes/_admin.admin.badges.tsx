import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { BadgeSheets } from "~/door/badge-sheets.tsx";
import { readBadges } from "~/door/badges.server.ts";
import { BADGE_SIZES, BADGE_SORTS, BADGES_AT_ONCE, type BadgeSize, type BadgeSort } from "~/door/badges.ts";
import { doorMessages } from "~/door/messages.ts";
import styles from "~/modules/badges.css?inline";
import { Button } from "~/ui/button.tsx";
import { SelectField } from "~/ui/field.tsx";
import { PrintHint } from "~/ui/letterhead.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

const say = doorMessages.badges;

export const meta = titled("Badges");

export const handle = { styles };

const choices = (of: Record<string, string>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }));

/** No names are read before a size has been chosen. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams;
  const size = asked.get("size");
  if (size === null || !(size in BADGE_SIZES)) {
    await requireAbility(args, "door");
    return null;
  }
  const visit = await requireAct(args, "door", "export");
  const sort: BadgeSort = asked.get("sort") === "institution" ? "institution" : "name";
  const page = Math.min(Math.max(Number.parseInt(asked.get("page") ?? "", 10) || 1, 1), 1_000);
  const found = await readBadges(args.context, visit, { sort, page });
  return { ...found, sort, page, size: size as BadgeSize };
}

export default function Badges() {
  const found = useLoaderData<typeof loader>();
  const by = useEditionName();
  const pages = Math.ceil((found?.number ?? 0) / BADGES_AT_ONCE);
  return (
    <Page title="Badges" eyebrow={by} wide>
      <form method="get" className="filters no-print">
        <SelectField
          label="Size of the labels"
          name="size"
          defaultValue={found?.size}
          options={Object.entries(BADGE_SIZES).map(([value, { words }]) => ({ value, label: words }))}
        />
        <SelectField
          label="In the order of"
          name="sort"
          defaultValue={found?.sort}
          options={choices(BADGE_SORTS)}
        />
        <div className="cluster">
          <Button>Show the badges</Button>
        </div>
      </form>
      {found && found.number === 0 && <p>{say.none}</p>}
      {found && found.number > 0 && (
        <>
          <PrintHint>
            {say.shown((found.page - 1) * BADGES_AT_ONCE + 1, found.badges.length, found.number)}
          </PrintHint>
          <p className="no-print hint">{say.howTo}</p>
          <BadgeSheets badges={found.badges} size={found.size} by={by} />
          {pages > 1 && (
            <nav className="cluster no-print" aria-label="Pages of badges">
              {Array.from({ length: pages }, (_, index) => index + 1).map((page) =>
                page === found.page ? (
                  <strong key={page} aria-current="page">
                    {page}
                  </strong>
                ) : (
                  <a key={page} href={`?size=${found.size}&sort=${found.sort}&page=${page}`}>
                    {page}
                  </a>
                ),
              )}
            </nav>
          )}
        </>
      )}
    </Page>
  );
}
