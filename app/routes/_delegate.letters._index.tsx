import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { parseWantedLetter } from "~/letters/letter.form.ts";
import { LetterList } from "~/letters/letter-list.tsx";
import { issueLetter } from "~/letters/letters.server.ts";
import { letterMessages } from "~/letters/messages.ts";
import { ownLetters } from "~/letters/own-letters.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled(letterMessages.title);

export async function loader(args: LoaderFunctionArgs) {
  return ownLetters(args.context, await requireViewer(args));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form);
  const parsed = parseWantedLetter(form);
  if ("problems" in parsed) return refuse(400, messages.badRequest);
  const answer = await issueLetter(args.context, visit, { ...parsed.request, uid: visit.viewer.uid });
  return "refused" in answer
    ? data({ reason: answer.refused }, answer.status)
    : redirect(`/letters/${answer.letter}`);
}

export default function Letters() {
  const reply = useActionData<typeof action>() as { reason: string } | undefined;
  return (
    <Page title={letterMessages.title} lead={letterMessages.lead}>
      {reply && <ErrorSummary problems={[{ message: reply.reason }]} />}
      <LetterList {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
