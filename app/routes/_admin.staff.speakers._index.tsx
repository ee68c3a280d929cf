import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { placeIn } from "~/library/library.form.ts";
import { libraryMessages } from "~/library/messages.ts";
import { pictureAddress } from "~/library/playback.ts";
import { listSpeakers } from "~/library/speakers.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Picture } from "~/ui/picture.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Speakers");

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "content");
  const asked = new URL(args.request.url).searchParams;
  const after = placeIn(asked);
  const { rows, next } = await listSpeakers(args.context.db, after);
  return {
    removed: asked.has("removed"),
    isFirst: after === null,
    next: next && `?after=${next.place}.${next.id}`,
    speakers: rows.map(({ profileKey, ...row }) => ({ ...row, picture: pictureAddress(profileKey) })),
  };
}

export default function Speakers() {
  const { speakers, next, isFirst, removed } = useLoaderData<typeof loader>();
  return (
    <Page title="Speakers" lead="The speakers in the library's videos, in your order.">
      {removed && (
        <Notice tone="success">
          <p>{libraryMessages.videos.removed}</p>
        </Notice>
      )}
      <p className="actions">
        <LinkButton href="/staff/speakers/new">Add a speaker</LinkButton>
        <LinkButton href="/staff/sorting" variant="secondary">
          Sort
        </LinkButton>
      </p>
      {speakers.length === 0 ? (
        <EmptyState title={isFirst ? "No speakers yet" : "No more speakers"}>
          <p>Speakers you add are listed here.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Speakers"
          rows={speakers}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Name",
              cell: ({ id, name, picture }) => (
                <span className="with-face">
                  {picture ? (
                    <Picture address={picture} sizes="2.5rem" alt="" width={40} height={40} loading="lazy" />
                  ) : (
                    <span className="no-face" />
                  )}
                  <a href={`/staff/speakers/${id}`}>{name}</a>
                </span>
              ),
            },
            { title: "Videos", cell: ({ videos }) => videos > 0 && videos },
            {
              title: "Title and organisation",
              cell: ({ title, organisation }) =>
                (title || organisation) && (
                  <>
                    {title} <small>{organisation}</small>
                  </>
                ),
            },
          ]}
        />
      )}
      {next && (
        <p>
          <a href={next}>Next page</a>
        </p>
      )}
    </Page>
  );
}
