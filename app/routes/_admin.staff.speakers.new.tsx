import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { Page } from "~/components/page.tsx";
import { SPEAKER_FIELDS, SpeakerForm, type SpeakerReply } from "~/components/speaker-form.tsx";
import { parseSpeakerForm } from "~/forms/library.ts";
import { typedIn } from "~/forms/parse.ts";
import { createSpeaker } from "~/models/speakers.server.ts";
import { readForm, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "New speaker · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireDirector(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const parsed = parseSpeakerForm(form);
  if ("problems" in parsed)
    return data<SpeakerReply>({ values: typedIn(form, SPEAKER_FIELDS), problems: parsed.problems }, 400);
  const id = await createSpeaker(args.context, visit, parsed.request);
  return redirect(`/staff/speakers/${id}?saved`);
}

export default function NewSpeaker() {
  const reply = useActionData<typeof action>();
  return (
    <Page title="New speaker" lead="Pictures can be added once the speaker is saved.">
      <p>
        <a href="/staff/speakers">All speakers</a>
      </p>
      <SpeakerForm heading="About the speaker" reply={reply} />
    </Page>
  );
}
