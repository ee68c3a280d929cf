import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { lectureFilterOf, lecturesAddress } from "~/library/lecture-filter.form.ts";
import { type Category, listLectures } from "~/library/library.server.ts";
import { LibraryPages, VideoGrid } from "~/library/library-lists.tsx";
import { libraryMessages } from "~/library/messages.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, "Lectures", "library") }];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAccess(args, "hpairPlus");
  const { filter, after } = lectureFilterOf(new URL(args.request.url).searchParams);
  const { videos, next } = await listLectures(args.context.db, viewer.uid, filter, after);
  return {
    filter,
    videos,
    first: after && `/plus/lectures${lecturesAddress(filter)}`,
    next: next && `/plus/lectures${lecturesAddress(filter, next)}`,
  };
}

export default function Lectures() {
  const { filter, videos, first, next } = useLoaderData<typeof loader>();
  const frame = useRouteLoaderData<{ categories: Category[] | null }>("routes/_plus");
  const filtered = filter.search !== undefined || filter.category !== undefined;
  return (
    <Page title="Lectures" lead="Everything in the library, newest first." wide>
      <form className="filters">
        <TextField
          label="Search"
          name="search"
          type="search"
          hint="Type words, or the beginnings of words, from a title or a speaker’s name."
          defaultValue={filter.search}
        />
        <SelectField
          label="Category"
          name="category"
          defaultValue={filter.category}
          emptyOption="All"
          options={(frame?.categories ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        />
        <div className="cluster">
          <Button>Show</Button>
          {filtered && <a href="/plus/lectures">Show all</a>}
        </div>
      </form>
      {videos.length > 0 ? (
        <VideoGrid videos={videos} category={filter.category} />
      ) : (
        <EmptyState
          title={filtered ? "Nothing found" : "No lectures here"}
          action={
            filtered && (
              <LinkButton variant="secondary" href="/plus/lectures">
                All lectures
              </LinkButton>
            )
          }
        >
          <p>{emptyBecause(filter)}</p>
        </EmptyState>
      )}
      <LibraryPages first={first} next={next} />
    </Page>
  );
}

function emptyBecause({ search, category }: { search?: string; category?: string }): string {
  if (search === undefined) return category ? libraryMessages.emptyCategory : libraryMessages.nothingYet;
  return category ? libraryMessages.nothingFoundHere : libraryMessages.nothingFound;
}
