import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireAccess } from "~/access/gate.server.ts";
import { readVideo } from "~/library/library.server.ts";
import { IN_ASIDE, SpeakerList, VideoGrid, videoAddress } from "~/library/library-lists.tsx";
import { type Playback, playerOf } from "~/library/playback.server.ts";
import { isWatched, resumeAt, startIn, timecode } from "~/library/playback.ts";
import { Chapters, PLACE_FORM, VideoPlayer } from "~/library/player.tsx";
import { savePosition } from "~/library/watching.server.ts";
import type { Handle } from "~/platform/hydration.tsx";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.video.title ?? null, "library") },
];

export const handle: Handle = {
  frames: (data) => {
    const player = (data as { player: Playback } | undefined)?.player;
    return player && "origin" in player ? [player.origin] : [];
  },
};

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, now } = await requireAccess(args, "hpairPlus");
  const asked = new URL(args.request.url).searchParams;
  const category = asked.get("category");
  const { video, ...around } =
    (await readVideo(args.context.db, viewer.uid, args.params["id"]!, category)) ??
    refuse(404, messages.notFound);
  const { id, title, description, lengthSeconds, chapters, thumbnailKey, publishedAt, seconds } = video;
  const resume = resumeAt(seconds, lengthSeconds);
  const start = startIn(asked.get("t"), lengthSeconds) ?? resume ?? 0;
  return {
    video: { id, title, description, lengthSeconds, chapters, thumbnailKey, seconds },
    ...around,
    published: publishedAt!,
    resume,
    start,
    player: await playerOf(args.context, video, start),
    now,
  };
}

/** Handles the buttons that work without scripts. The player saves the viewer's position through another route. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer, now } = await requireAccess(args, "hpairPlus", form);
  const id = args.params["id"]!;
  const watched = intentIn(form, ["watched", "restart"]) === "watched";
  const seconds = watched ? Number.MAX_SAFE_INTEGER : 0;
  if (!(await savePosition(args.context.db, viewer.uid, id, { seconds, watchedAt: now })))
    refuse(404, messages.notFound);
  return redirect(videoAddress(id, form.get("category")?.toString()));
}

export default function Video() {
  const { video, speakers, categories, next, published, resume, start, player, now } =
    useLoaderData<typeof loader>();
  const watched = isWatched(video.seconds, video.lengthSeconds);
  const at = (seconds: number) =>
    `?${new URLSearchParams({ ...(next && { category: next.id }), t: String(seconds) })}`;
  return (
    <main id="content" className="watch" tabIndex={-1}>
      <div className="stage">
        <VideoPlayer video={video} player={player} now={now} />
      </div>
      <div className="page wide beside">
        <div className="stack">
          <div className="stack tight">
            <p className="subjects">
              {categories.map(({ id, title }) => (
                <Fragment key={id}>
                  <a href={`/plus/category/${id}`}>{title}</a>{" "}
                </Fragment>
              ))}
            </p>
            <h1>{video.title}</h1>
            <p className="hint">
              {timecode(video.lengthSeconds)} · <Moment at={published} style="date" />
            </p>
          </div>
          <div className="cluster">
            {resume !== null && (
              <>
                <LinkButton href={at(resume)} data-seek={resume}>
                  Continue at {timecode(resume)}
                </LinkButton>
                <LinkButton variant="secondary" href={at(0)} data-seek="0">
                  From the start
                </LinkButton>
              </>
            )}
            {watched && <Tag tone="done">Watched</Tag>}
            <PostForm id={PLACE_FORM} ofNoEdition>
              {next && <input type="hidden" name="category" value={next.id} />}
              <Button variant="secondary" name="intent" value={watched ? "restart" : "watched"}>
                {watched ? "Start again" : "Mark as watched"}
              </Button>
            </PostForm>
          </div>
          <p className="answer prose">{video.description}</p>
        </div>
        <aside className="aside next">
          <Chapters chapters={video.chapters} start={start} href={at} />
          {speakers.length > 0 && (
            <section className="stack tight">
              <h2>{speakers.length === 1 ? "Speaker" : "Speakers"}</h2>
              <SpeakerList speakers={speakers} />
            </section>
          )}
          {next && next.videos.length > 0 && (
            <>
              <h2>Next in {next.title}</h2>
              <VideoGrid videos={next.videos} category={next.id} place={IN_ASIDE} />
            </>
          )}
        </aside>
      </div>
    </main>
  );
}
