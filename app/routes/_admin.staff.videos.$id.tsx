import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseVideoForm, pictureAsked, typedVideo } from "~/library/library.form.ts";
import { VideoRemoval } from "~/library/library-staff.tsx";
import { libraryMessages } from "~/library/messages.ts";
import { PictureForm } from "~/library/picture-form.tsx";
import { VideoForm, type VideoReply } from "~/library/video-form.tsx";
import { videoSummary, videoValues } from "~/library/video-values.ts";
import {
  changeVideo,
  hasFile,
  readVideoToEdit,
  removeThumbnail,
  removeVideo,
  storeThumbnail,
} from "~/library/videos.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { orUnavailable, refuse } from "~/platform/refusal.server.ts";
import { ChangedMeanwhile, differing } from "~/ui/changed-meanwhile.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { versionIn } from "~/values/parse.form.ts";
import { PICTURES } from "~/values/pictures.ts";

export const meta = titled("Video");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAbility(args, "content");
  const found =
    (await readVideoToEdit(args.context.db, args.params["id"]!)) ?? refuse(404, messages.notFound);
  const saved = new URL(args.request.url).searchParams.has("saved");
  return { ...found, saved, seesLibrary: viewer.hpairPlusSubscriptionId !== null };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const id = args.params["id"]!;
  // The name of the picture is in the address, because a body that is too large is not read at all.
  const picture = pictureAsked(args.request.url, ["thumbnail"]);
  if (context.oversized && picture) {
    await requireAbility(args, "content");
    return data<VideoReply>({ problems: { thumbnail: libraryMessages.images.tooLarge } }, 413);
  }
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const version = versionIn(form);
  const over = { id, version };
  if (picture) {
    if (intentIn(form, ["upload", "remove-picture"], "upload") === "remove-picture") {
      await removeThumbnail(context, visit, id);
      return redirect(`/staff/videos/${id}?saved`);
    }
    const work = storeThumbnail(context, visit, id, form.getAll("picture"));
    const answer = await orUnavailable(args, work, libraryMessages.images.notStored);
    return "stored" in answer
      ? redirect(`/staff/videos/${id}?saved`)
      : data<VideoReply>({ problems: { thumbnail: answer.refused } }, answer.status);
  }
  if (intentIn(form, ["save", "remove"], "save") === "remove") {
    return (await removeVideo(context, visit, over))
      ? redirect("/staff/videos?removed")
      : data<VideoReply>({ problems: {}, reason: libraryMessages.videos.changedBeforeRemoval }, 409);
  }
  const values = typedVideo(form);
  // If the video no longer exists, the form for a new one gets what was typed.
  const again = async (status: number, reply: VideoReply) =>
    (await readVideoToEdit(context.db, id)) ? data(reply, status) : redirect("/staff/videos/new", 307);
  const parsed = parseVideoForm(form);
  if ("problems" in parsed) return again(400, { values, version, problems: parsed.problems });
  if (!(await hasFile(context, parsed.request)))
    return again(400, { values, version, problems: { sourceId: libraryMessages.videos.noSuchFile } });
  const answer = await changeVideo(context, visit, over, parsed.request);
  if ("saved" in answer) return redirect(`/staff/videos/${id}?saved`);
  const why = answer.isStale ? { isChanged: true as const } : { version, reason: answer.refused };
  return again(answer.status, { values, problems: {}, ...why });
}

export default function EditVideo() {
  const { stored, choices, saved, seesLibrary } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const values = videoValues(stored);
  return (
    <Page title={stored.title}>
      <p className="cluster">
        <a href="/staff/videos">All videos</a>
        {seesLibrary && stored.publishedAt !== null && (
          <a href={`/plus/video/${stored.id}`}>As subscribers see it</a>
        )}
      </p>
      {saved && !reply && (
        <Notice tone="success">
          <p>{messages.saved}</p>
        </Notice>
      )}
      {reply?.isChanged && (
        <ChangedMeanwhile
          sentence={libraryMessages.videos.changedMeanwhile}
          fields={differing(videoSummary(values, choices), videoSummary(reply.values!, choices))}
        />
      )}
      <VideoForm
        heading="About the video"
        stored={values}
        version={stored.version}
        choices={choices}
        reply={reply}
      />
      <PictureForm
        name="thumbnail"
        title="Thumbnail"
        becomes={`It is cropped to ${PICTURES.thumbnail.width} by ${PICTURES.thumbnail.height} pixels.`}
        stored={stored.thumbnailKey}
        problem={reply?.problems["thumbnail"]}
      />
      <VideoRemoval version={stored.version} title={stored.title} />
    </Page>
  );
}
