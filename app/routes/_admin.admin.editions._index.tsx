import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conferences.ts";
import { listEditions } from "~/editions/revisions.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";

export const meta = titled("Editions");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireAbility(args, "content");
  const editions = await listEditions(args.context);
  return editions.map(({ savedAt, ...edition }) => ({
    ...edition,
    name: conferenceName(edition),
    isCurrent: edition.id === settings.currentEdition,
    savedAt: shown(savedAt),
  }));
}

export default function Editions() {
  const editions = useLoaderData<typeof loader>();
  return (
    <Page
      title="Editions"
      lead="Everything that changes from year to year: dates, passes, prices, questions, terms and texts."
      wide
    >
      <p>
        <LinkButton href="/admin/editions/new">New edition</LinkButton>
      </p>
      <ListTable
        caption="Editions"
        rows={editions}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Edition",
            cell: ({ id, name, isPublished, savedAt }) => (
              <>
                {isPublished || savedAt !== null ? <a href={`/admin/editions/${id}`}>{name}</a> : name}{" "}
                <small>{id}</small>
              </>
            ),
          },
          { title: "City", cell: ({ location }) => location },
          {
            title: "State",
            cell: ({ isCurrent, isPublished, savedAt }) =>
              isCurrent ? (
                <Tag tone="success">Current</Tag>
              ) : isPublished ? (
                <Tag tone="done">Published</Tag>
              ) : savedAt !== null ? (
                <Tag tone="warning">Draft</Tag>
              ) : (
                <span className="muted">In the list only</span>
              ),
          },
          { title: "Saved here", cell: ({ savedAt }) => savedAt !== null && <Moment at={savedAt} /> },
        ]}
      />
    </Page>
  );
}
