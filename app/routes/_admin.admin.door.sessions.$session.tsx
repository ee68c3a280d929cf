import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { doorMessages } from "~/door/messages.ts";
import { markIn } from "~/door/session-door.form.ts";
import { noteSessionDoor, readSessionDoor } from "~/door/session-door.server.ts";
import { SessionNames } from "~/door/session-door.tsx";
import { writeSessionEntry } from "~/door/session-marks.server.ts";
import styles from "~/modules/door.css?inline";
import { entryIn } from "~/money/payments/entries.form.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { tidyLine } from "~/values/plain-text.ts";

export const meta = titled("Who is here");

export const handle = { styles };

const LONGEST_SEARCH = 100;

/**
 * Records that a member of the staff opened the list of names. Coming back to the list after a button was pressed is
 * not recorded.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  const asked = new URL(args.request.url).searchParams;
  const search = tidyLine(asked.get("name") ?? "").slice(0, LONGEST_SEARCH);
  const door =
    (await readSessionDoor(args.context, visit, args.params["session"]!, search)) ??
    refuse(404, messages.notFound);
  if (!asked.has("marked")) await noteSessionDoor(args.context, visit, door);
  return { door, search };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "door", form);
  const marked = markIn(form);
  const entry = entryIn(form);
  if (!marked || entry === null || marked.sessionId !== args.params["session"])
    refuse(400, messages.badRequest);
  if (!(await writeSessionEntry(args.context, visit, marked, entry))) return data({ isChanged: true }, 409);
  const { pathname, searchParams } = new URL(args.request.url);
  searchParams.set("marked", "");
  return redirect(`${pathname}?${searchParams}#p-${marked.uid}`);
}

export default function SessionDoor() {
  const { door, search } = useLoaderData<typeof loader>();
  const isChanged = useActionData<typeof action>()?.isChanged ?? false;
  return (
    <Page title={door.title} eyebrow={<a href="/admin/door/sessions">Sessions today</a>}>
      {isChanged && (
        <Notice tone="error">
          <p>{doorMessages.sessions.changed}</p>
        </Notice>
      )}
      <SessionNames {...door} search={search} />
    </Page>
  );
}
