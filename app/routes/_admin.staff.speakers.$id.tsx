import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { parseSpeakerForm, pictureAsked } from "~/library/library.form.ts";
import { SpeakerRemoval } from "~/library/library-staff.tsx";
import { libraryMessages } from "~/library/messages.ts";
import { PictureForm } from "~/library/picture-form.tsx";
import { SPEAKER_FIELDS, SpeakerForm, type SpeakerReply, speakerSummary } from "~/library/speaker-form.tsx";
import {
  changeSpeaker,
  readSpeakerToEdit,
  removeSpeaker,
  removeSpeakerPicture,
  storeSpeakerPicture,
} from "~/library/speakers.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { orUnavailable, refuse } from "~/platform/refusal.server.ts";
import { ChangedMeanwhile, differing } from "~/ui/changed-meanwhile.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { typedIn, versionIn } from "~/values/parse.form.ts";
import { PICTURES } from "~/values/pictures.ts";
import { grouped } from "~/values/words.ts";

export const meta = titled("Speaker");

const PICTURE_NAMES = ["profile", "background"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAbility(args, "content");
  const { speaker, videos } =
    (await readSpeakerToEdit(args.context.db, args.params["id"]!)) ?? refuse(404, messages.notFound);
  const saved = new URL(args.request.url).searchParams.has("saved");
  return { speaker, videos, saved, seesLibrary: viewer.hpairPlusSubscriptionId !== null };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const id = args.params["id"]!;
  // The name of the picture is in the address, because a body that is too large is not read at all.
  const picture = pictureAsked(args.request.url, PICTURE_NAMES);
  if (context.oversized && picture) {
    await requireAbility(args, "content");
    return data<SpeakerReply>({ problems: { [picture]: libraryMessages.images.tooLarge } }, 413);
  }
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const version = versionIn(form);
  const over = { id, version };
  if (picture) {
    if (intentIn(form, ["upload", "remove-picture"], "upload") === "remove-picture") {
      await removeSpeakerPicture(context, visit, id, picture);
      return redirect(`/staff/speakers/${id}?saved`);
    }
    const work = storeSpeakerPicture(context, visit, id, picture, form.getAll("picture"));
    const answer = await orUnavailable(args, work, libraryMessages.images.notStored);
    return "stored" in answer
      ? redirect(`/staff/speakers/${id}?saved`)
      : data<SpeakerReply>({ problems: { [picture]: answer.refused } }, answer.status);
  }
  if (intentIn(form, ["save", "remove"], "save") === "remove") {
    const { sessions } = (await readSpeakerToEdit(context.db, id)) ?? { sessions: [] };
    if (sessions.length > 0) {
      const number = sessions.reduce((sum, edition) => sum + edition.number, 0);
      const editions = sessions.map(({ conference }) => conferenceName(conference));
      return data<SpeakerReply>(
        { problems: {}, reason: libraryMessages.videos.inProgramme(number, editions) },
        409,
      );
    }
    return (await removeSpeaker(context, visit, over))
      ? redirect("/staff/speakers?removed")
      : data<SpeakerReply>({ problems: {}, reason: libraryMessages.videos.changedBeforeRemoval }, 409);
  }
  const values = typedIn(form, SPEAKER_FIELDS);
  // If the speaker no longer exists, the form for a new one gets what was typed.
  const again = async (status: number, reply: SpeakerReply) =>
    (await readSpeakerToEdit(context.db, id)) ? data(reply, status) : redirect("/staff/speakers/new", 307);
  const parsed = parseSpeakerForm(form);
  if ("problems" in parsed) return again(400, { values, version, problems: parsed.problems });
  if (await changeSpeaker(context, visit, over, parsed.request))
    return redirect(`/staff/speakers/${id}?saved`);
  return again(409, { values, problems: {}, isChanged: true });
}

export default function EditSpeaker() {
  const { speaker, videos, saved, seesLibrary } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { name, title, organisation, biography, version } = speaker;
  const stored = { name, title, organisation, biography };
  return (
    <Page title={name}>
      <p className="cluster">
        <a href="/staff/speakers">All speakers</a>{" "}
        {seesLibrary && <a href={`/plus/speaker/${speaker.id}`}>As subscribers see it</a>}
      </p>
      {saved && !reply && (
        <Notice tone="success">
          <p>{messages.saved}</p>
        </Notice>
      )}
      {reply?.isChanged && (
        <ChangedMeanwhile
          sentence={libraryMessages.videos.changedMeanwhile}
          fields={differing(speakerSummary(stored), speakerSummary(reply.values!))}
        />
      )}
      <SpeakerForm heading="About the speaker" stored={stored} version={version} reply={reply} />
      <PictureForm
        name="profile"
        title="Profile picture"
        becomes={`It is cropped to ${PICTURES.profile.width} by ${PICTURES.profile.height} pixels.`}
        stored={speaker.profileKey}
        problem={reply?.problems["profile"]}
      />
      <PictureForm
        name="background"
        title="Background picture"
        becomes={`It is made at most ${grouped(PICTURES.background.width)} pixels wide.`}
        stored={speaker.backgroundKey}
        problem={reply?.problems["background"]}
      />
      <SpeakerRemoval version={version} videos={videos} />
    </Page>
  );
}
