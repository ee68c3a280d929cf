import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { programmeMessages } from "~/programme/messages.ts";
import { deleteSession, readEditing, setCancelled } from "~/programme/session-editing.server.ts";
import { differences, savePosted, sessionForm } from "~/programme/session-form.server.ts";
import type { SessionReply } from "~/programme/session-form.ts";
import { SessionForm } from "~/programme/session-form.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ChangedMeanwhile } from "~/ui/changed-meanwhile.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { versionIn } from "~/values/parse.form.ts";

export const meta = titled("Session");

type Answer = {
  /** Why the session was not cancelled, restored or deleted. */
  alone?: string;
  /** The form as it was typed. */
  reply?: SessionReply;
  /** The fields in which another person has stored a different value in the meantime, with that value. */
  changed?: [label: string, stored: string][];
};

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "content");
  const read = await readEditing(args.context.db, settings.conferenceId, args.params["id"]!);
  const { session, held, waiting, whyKept } = read;
  if (!session) refuse(404, messages.notFound);
  const asked = new URL(args.request.url).searchParams;
  return {
    title: session.title,
    day: session.day,
    isCancelled: session.cancelledAt !== null,
    held,
    waiting,
    whyKept,
    form: sessionForm(read, null),
    isSaved: asked.has("saved"),
    promoted: Number(asked.get("promoted") ?? 0) || 0,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const { context } = args;
  const id = args.params["id"]!;
  const intent = intentIn(form, ["save", "cancel", "restore", "delete"], "save");
  if (intent !== "save") {
    const about = { id, version: versionIn(form) };
    const answer =
      intent === "delete"
        ? await deleteSession(context, visit, about)
        : await setCancelled(context, visit, { ...about, isCancelled: intent === "cancel" });
    if ("done" in answer)
      return redirect(intent === "delete" ? "/admin/scheduling?deleted" : `/admin/scheduling/${id}?saved`);
    if (answer.status === 404) refuse(404, answer.refused);
    return data<Answer>({ alone: answer.refused }, answer.status);
  }
  const answer = await savePosted(context, visit, id, form);
  if ("id" in answer)
    return redirect(
      `/admin/scheduling/${id}?saved${answer.promoted > 0 ? `&promoted=${answer.promoted}` : ""}`,
    );
  const now = await readEditing(context.db, visit.settings.conferenceId, id);
  // If the session no longer exists, the form for a new one gets what was typed.
  if (!now.session) return redirect("/admin/scheduling/new", 307);
  if ("refused" in answer) refuse(answer.status, answer.refused);
  const { reply, isChanged, status } = answer;
  if (!isChanged) return data<Answer>({ reply }, status);
  return data<Answer>({ reply, changed: differences(sessionForm(now, null), reply) }, status);
}

export default function Session() {
  const { title, isCancelled, held, waiting, whyKept, form, isSaved, promoted } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { alone, reply, changed } = answer ?? {};
  return (
    <Page
      title={title}
      lead={isCancelled ? "Cancelled." : programmeMessages.editing.inSession(held, waiting)}
    >
      {alone && (
        <Notice tone="error">
          <p>{alone}</p>
        </Notice>
      )}
      {changed && <ChangedMeanwhile sentence={programmeMessages.editing.changedMeanwhile} fields={changed} />}
      {isSaved && !answer && (
        <Notice tone="success">
          <p>
            {messages.saved}
            {promoted > 0 && ` ${programmeMessages.editing.promoted(promoted)}`}
          </p>
        </Notice>
      )}
      <Card>
        <SessionForm {...form} reply={reply} />
      </Card>
      <Card title={isCancelled ? "Undo the cancellation" : "Cancel or delete"}>
        <p>
          {isCancelled
            ? "Everybody who had a place still has it. The room and speakers must be free."
            : "A cancelled session stays in the programme and in calendars, marked as cancelled. Its room and speakers become free."}
          {whyKept && ` ${whyKept}`}
        </p>
        <PostForm className="cluster">
          <input type="hidden" name="version" value={form.version} />
          <Button name="intent" value={isCancelled ? "restore" : "cancel"} variant="secondary">
            {isCancelled ? "Undo the cancellation" : "Cancel this session"}
          </Button>
          {!whyKept && (
            <Button name="intent" value="delete" variant="danger">
              Delete
            </Button>
          )}
        </PostForm>
      </Card>
    </Page>
  );
}
