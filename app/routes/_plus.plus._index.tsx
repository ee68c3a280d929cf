import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { readDashboard } from "~/library/library.server.ts";
import { Shelf, Thumbnail, videoAddress } from "~/library/library-lists.tsx";
import { libraryMessages } from "~/library/messages.ts";
import { resumeAt, timecode } from "~/library/playback.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { pageTitle, useSite } from "~/ui/site.tsx";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, null, "library") }];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAccess(args, "hpairPlus");
  return readDashboard(args.context.db, viewer.uid);
}

export default function Dashboard() {
  const { begun, newest, rows } = useLoaderData<typeof loader>();
  const { library } = useSite();
  const [featured] = begun.length > 0 ? begun : newest;
  if (!featured) {
    return (
      <main id="content" className="page wide" tabIndex={-1}>
        <h1>{library}</h1>
        <EmptyState title="Nothing to watch yet">
          <p>{libraryMessages.nothingYet}</p>
        </EmptyState>
      </main>
    );
  }
  const resume = resumeAt(featured.seconds, featured.lengthSeconds);
  return (
    <main id="content" tabIndex={-1}>
      <div className="feature">
        <div className="wrap">
          <div className="picture">
            <Thumbnail video={featured} featured />
          </div>
          <div>
            <p className="eyebrow">{begun.length > 0 ? "Continue watching" : "New in the library"}</p>
            <h1>{featured.title}</h1>
            {featured.speakers && <p>{featured.speakers}</p>}
            <p className="cluster">
              <LinkButton className="sun cover" href={videoAddress(featured.id)}>
                {resume === null ? "Watch" : `Continue at ${timecode(resume)}`}
              </LinkButton>
              <span>{timecode(featured.lengthSeconds)}</span>
            </p>
          </div>
        </div>
      </div>
      <div className="wrap shelves">
        {begun.length > 1 && <Shelf title="Continue watching" videos={begun.slice(1)} />}
        <Shelf title="Newest" href="/plus/lectures" videos={newest} />
        {rows.map(({ id, title, videos }) => (
          <Shelf key={id} title={title} href={`/plus/category/${id}`} videos={videos} category={id} />
        ))}
      </div>
    </main>
  );
}
