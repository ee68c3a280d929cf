import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { dayIn } from "~/programme/programme.form.ts";
import { readEditing } from "~/programme/session-editing.server.ts";
import { savePosted, sessionForm, typedSession } from "~/programme/session-form.server.ts";
import type { SessionReply } from "~/programme/session-form.ts";
import { SessionForm } from "~/programme/session-form.tsx";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { versionIn } from "~/values/parse.form.ts";

export const meta = titled("New session");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "content");
  const day = dayIn(new URL(args.request.url).searchParams);
  return sessionForm(await readEditing(args.context.db, settings.conferenceId, null), day);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  if (versionIn(form) > 0) {
    const reply: SessionReply = { ...typedSession(form), problems: {}, reason: messages.deletedMeanwhile };
    return data(reply, 409);
  }
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
