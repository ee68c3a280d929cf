import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { parseNamedForm } from "~/programme/programme.form.ts";
import { addNamed, readNamed, removeNamed, renameNamed } from "~/programme/rooms-and-tracks.server.ts";
import { NamedCard, type NamedReply } from "~/programme/rooms-and-tracks.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Rooms and tracks");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "content");
  return readNamed(args.context.db, settings.conferenceId);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const field = (name: string) => String(form.get(name) ?? "");
  const kind = field("kind");
  if (kind !== "room" && kind !== "track") refuse(400, messages.badRequest);
  const id = field("id");
  const values = { title: field("title"), link: field("link") };
  const seen = { title: field("seenTitle"), link: field("seenLink") };
  const again = (problems: Record<string, string>, status: number, more: { seen?: typeof seen } = { seen }) =>
    data<NamedReply>({ kind, id, values, problems, ...more }, status);
  const intent = intentIn(form, ["add", "rename", "remove"]);
  if (intent === "remove") {
    const answer = await removeNamed(args.context, visit, kind, id);
    if ("done" in answer) return redirect("/admin/scheduling/rooms");
    if (answer.status === 404) refuse(404, answer.refused);
    return again({ title: answer.refused }, answer.status);
  }
  const parsed = parseNamedForm(form);
  if ("problems" in parsed) return again(parsed.problems, 400);
  const before = { ...seen, link: seen.link || null };
  const answer =
    intent === "rename"
      ? await renameNamed(args.context, visit, kind, id, { ...parsed.request, seen: before })
      : await addNamed(args.context, visit, kind, parsed.request);
  if ("done" in answer) return redirect("/admin/scheduling/rooms");
  // An answer without a field says that somebody else has changed the room or track. Once viewers have read this, they
  // may save over the change.
  return again({ title: answer.refused }, answer.status, answer.field ? { seen } : {});
}

export default function RoomsAndTracks() {
  const { rooms, tracks } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title="Rooms and tracks" lead="A room or track that has a session cannot be removed.">
      <NamedCard kind="room" list={rooms} reply={reply} />
      <NamedCard kind="track" list={tracks} reply={reply} />
      <p>
        <a href="/admin/scheduling">Programme</a>
      </p>
    </Page>
  );
}
