import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { placeIn } from "~/library/library.form.ts";
import { libraryMessages } from "~/library/messages.ts";
import { timecode } from "~/library/playback.ts";
import { SOURCE_TITLES } from "~/library/video-values.ts";
import { listVideos } from "~/library/videos.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";

export const meta = titled("Videos");

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "content");
  const asked = new URL(args.request.url).searchParams;
  const after = placeIn(asked);
  const { rows, next } = await listVideos(args.context.db, after && { at: after.place, id: after.id });
  return {
    removed: asked.has("removed"),
    isFirst: after === null,
    next: next && `?after=${next.at}.${next.id}`,
    videos: rows.map(({ id, title, access, source, lengthSeconds, publishedAt }) => ({
      id,
      title,
      access: access === "open" ? "Open" : "Premium",
      source: SOURCE_TITLES[source],
      length: timecode(lengthSeconds),
      published: publishedAt,
    })),
  };
}

export default function Videos() {
  const { videos, next, isFirst, removed } = useLoaderData<typeof loader>();
  return (
    <Page title="Videos" lead="Everything in the library." wide>
      {removed && (
        <Notice tone="success">
          <p>{libraryMessages.videos.removed}</p>
        </Notice>
      )}
      <p className="actions">
        <LinkButton href="/staff/videos/new">Add a video</LinkButton>
        <LinkButton href="/staff/videos/categories" variant="secondary">
          Categories
        </LinkButton>
        <LinkButton href="/staff/sorting" variant="secondary">
          Sort
        </LinkButton>
      </p>
      {videos.length === 0 ? (
        <EmptyState title={isFirst ? "No videos yet" : "No more videos"}>
          <p>Videos you add are listed here.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Videos"
          rows={videos}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Title",
              kind: "long",
              cell: ({ id, title }) => <a href={`/staff/videos/${id}`}>{title}</a>,
            },
            {
              title: "Published",
              cell: ({ published }) =>
                published ? <Moment at={published} style="date" /> : <Tag tone="todo">Not yet</Tag>,
            },
            { title: "Length", cell: ({ length }) => length },
            { title: "Access", cell: ({ access }) => access },
            { title: "From", cell: ({ source }) => source },
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
