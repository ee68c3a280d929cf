import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { lectureFilterOf, lecturesAddress } from "~/library/lecture-filter.form.ts";
import { readCategory } from "~/library/library.server.ts";
import { LibraryPages, VideoGrid } from "~/library/library-lists.tsx";
import { libraryMessages } from "~/library/messages.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.title ?? null, "library") },
];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAccess(args, "hpairPlus");
  const { after } = lectureFilterOf(new URL(args.request.url).searchParams);
  const { db } = args.context;
  const category =
    (await readCategory(db, viewer.uid, args.params["category"]!, after)) ?? refuse(404, messages.notFound);
  const { id, title, videos, next } = category;
  const address = `/plus/category/${id}`;
  return {
    id,
    title,
    videos,
    first: after && address,
    next: next && `${address}${lecturesAddress({}, next)}`,
  };
}

export default function CategoryPage() {
  const { id, title, videos, first, next } = useLoaderData<typeof loader>();
  return (
    <Page title={title} wide>
      {videos.length > 0 ? (
        <VideoGrid videos={videos} category={id} />
      ) : (
        <EmptyState
          title="No lectures here"
          action={
            <LinkButton variant="secondary" href="/plus/lectures">
              All lectures
            </LinkButton>
          }
        >
          <p>{libraryMessages.emptyCategory}</p>
        </EmptyState>
      )}
      <LibraryPages first={first} next={next} />
    </Page>
  );
}
