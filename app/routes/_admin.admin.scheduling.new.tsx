import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card.tsx";
import { Page } from "~/components/page.tsx";
import { SessionForm } from "~/components/programme-admin/session-form.tsx";
import { dayIn } from "~/forms/programme.ts";
import { readEditing } from "~/models/programme-editing.server.ts";
import { savePosted, sessionForm } from "~/programme-editing.server.ts";
import { readForm, refuse, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "New session · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireDirector(args);
  const day = dayIn(new URL(args.request.url).searchParams);
  return sessionForm(await readEditing(args.context.db, settings.conferenceId, null), day);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const answer = await savePosted(args.context, visit, null, form);
  if ("id" in answer) return redirect(`/admin/scheduling/${answer.id}?saved`);
  if ("refused" in answer) refuse(answer.status, answer.refused);
  return data(answer.reply, answer.status);
}

export default function NewSession() {
  const form = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title="New session">
      <Card>
        <SessionForm {...form} reply={reply} />
      </Card>
    </Page>
  );
}
