import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseVideoForm, typedVideo } from "~/library/library.form.ts";
import { libraryMessages } from "~/library/messages.ts";
import { VideoForm, type VideoReply } from "~/library/video-form.tsx";
import { createVideo, hasFile, readVideoChoices } from "~/library/videos.server.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { newId } from "~/platform/ids.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("New video");

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "content");
  return { entry: newId(), choices: await readVideoChoices(args.context.db) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const [values, entry] = [typedVideo(form), entryIn(form) ?? newId()];
  if (form.has("version"))
    return data<VideoReply>({ values, entry, problems: {}, reason: messages.deletedMeanwhile }, 409);
  const parsed = parseVideoForm(form);
  if ("problems" in parsed) return data<VideoReply>({ values, entry, problems: parsed.problems }, 400);
  if (!(await hasFile(args.context, parsed.request)))
    return data<VideoReply>(
      { values, entry, problems: { sourceId: libraryMessages.videos.noSuchFile } },
      400,
    );
  const answer = await createVideo(args.context, visit, entry, parsed.request);
  return "saved" in answer
    ? redirect(`/staff/videos/${answer.id}?saved`)
    : data<VideoReply>({ values, entry, problems: {}, reason: answer.refused }, answer.status);
}

export default function NewVideo() {
  const { entry, choices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title="New video" lead="A thumbnail can be added once the video is saved.">
      <p>
        <a href="/staff/videos">All videos</a>
      </p>
      <VideoForm heading="About the video" entry={entry} choices={choices} reply={reply} />
    </Page>
  );
}
