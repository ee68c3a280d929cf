import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { lectureFilterOf, lecturesAddress } from "~/library/lecture-filter.form.ts";
import { readSpeaker } from "~/library/library.server.ts";
import { LibraryPages, Portrait, VideoGrid } from "~/library/library-lists.tsx";
import { pictureAddress } from "~/library/playback.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Picture } from "~/ui/picture.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.speaker.name ?? null, "library") },
];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAccess(args, "hpairPlus");
  const { after } = lectureFilterOf(new URL(args.request.url).searchParams);
  const id = args.params["id"]!;
  const found = (await readSpeaker(args.context.db, viewer.uid, id, after)) ?? refuse(404, messages.notFound);
  const { speaker, videos, next } = found;
  const address = `/plus/speaker/${id}`;
  return { speaker, videos, first: after && address, next: next && `${address}${lecturesAddress({}, next)}` };
}

export default function Speaker() {
  const { speaker, videos, first, next } = useLoaderData<typeof loader>();
  const background = pictureAddress(speaker.backgroundKey);
  return (
    <main id="content" className="speaker" tabIndex={-1}>
      <div className="backdrop">
        {background && <Picture address={background} sizes="100vw" alt="" width={1600} height={400} />}
      </div>
      <div className="page wide">
        <div className="speaker-head">
          <Portrait profileKey={speaker.profileKey} name={speaker.name} large />
          <div>
            <h1>{speaker.name}</h1>
            <p className="lead">{[speaker.title, speaker.organisation].filter(Boolean).join(", ")}</p>
          </div>
        </div>
        <p className="answer prose">{speaker.biography}</p>
        {videos.length > 0 && (
          <section className="shelf">
            <div className="shelf-head">
              <h2>In the library</h2>
            </div>
            <VideoGrid videos={videos} />
          </section>
        )}
        <LibraryPages first={first} next={next} />
      </div>
    </main>
  );
}
