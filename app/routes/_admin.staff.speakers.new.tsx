import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseSpeakerForm } from "~/library/library.form.ts";
import { SPEAKER_FIELDS, SpeakerForm, type SpeakerReply } from "~/library/speaker-form.tsx";
import { createSpeaker } from "~/library/speakers.server.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { newId } from "~/platform/ids.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { typedIn } from "~/values/parse.form.ts";

export const meta = titled("New speaker");

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "content");
  return { entry: newId() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const [values, entry] = [typedIn(form, SPEAKER_FIELDS), entryIn(form) ?? newId()];
  if (form.has("version"))
    return data<SpeakerReply>({ values, entry, problems: {}, reason: messages.deletedMeanwhile }, 409);
  const parsed = parseSpeakerForm(form);
  if ("problems" in parsed) return data<SpeakerReply>({ values, entry, problems: parsed.problems }, 400);
  const id = await createSpeaker(args.context, visit, entry, parsed.request);
  return redirect(`/staff/speakers/${id}?saved`);
}

export default function NewSpeaker() {
  const { entry } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title="New speaker" lead="Pictures can be added once the speaker is saved.">
      <p>
        <a href="/staff/speakers">All speakers</a>
      </p>
      <SpeakerForm heading="About the speaker" entry={entry} reply={reply} />
    </Page>
  );
}
