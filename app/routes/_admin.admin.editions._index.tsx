import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { listEditions } from "~/editions/revisions.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Fold } from "~/ui/fold.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";
import { quantity } from "~/values/words.ts";

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
  const isEditable = ({ isPublished, savedAt }: (typeof editions)[number]) => isPublished || savedAt !== null;
  const editable = editions.filter(isEditable);
  const listed = editions.filter((edition) => !isEditable(edition));
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
        rows={editable}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Edition",
            cell: ({ id, name }) => (
              <>
                <a href={`/admin/editions/${id}`}>{name}</a> <small>{id}</small>
              </>
            ),
          },
          { title: "City", cell: ({ location }) => location },
          {
            title: "State",
            cell: ({ isCurrent, isPublished }) =>
              isCurrent ? (
                <Tag tone="success">Current</Tag>
              ) : isPublished ? (
                <Tag tone="info">Published</Tag>
              ) : (
                <Tag tone="warning">Draft</Tag>
              ),
          },
          ...(editable.some(({ savedAt }) => savedAt !== null)
            ? [
                {
                  title: "Saved here",
                  cell: ({ savedAt }: (typeof editable)[number]) =>
                    savedAt !== null && <Moment at={savedAt} />,
                },
              ]
            : []),
        ]}
      />
      {listed.length > 0 && (
        <Fold title={`${quantity(listed.length, "conference")} in the history alone`}>
          <ListTable
            isNarrow
            isBare
            caption="Conferences in the history alone"
            rows={listed}
            keyOf={({ id }) => id}
            columns={[
              { title: "Conference", cell: ({ name }) => name },
              { title: "City", cell: ({ location }) => location },
            ]}
          />
        </Fold>
      )}
    </Page>
  );
}
