import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { applicationsSelected } from "~/selections/filter-conditions.server.ts";
import { selectionMessages } from "~/selections/messages.ts";
import { uidsSelected } from "~/selections/selection-counts.server.ts";
import { selectionInWords, type WrittenTo, writtenToIn } from "~/selections/written-to.server.ts";
import { NOTICE_AUDIENCE_LABELS, TO_SELECTION } from "~/site/notice-audiences.ts";
import { newestNotifications, publishNotification } from "~/site/notifications.server.ts";
import { notificationIdIn, parseNotificationForm, typedNotification } from "~/staff/notification.form.ts";
import { NotificationForm, type NotificationReply } from "~/staff/notification-form.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { messages } from "~/values/messages.ts";
import { quantity } from "~/values/words.ts";

export const meta = titled("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const { now } = visit;
  const [stored, selection] = await Promise.all([
    newestNotifications(args.context.db),
    writtenToIn(args, visit),
  ]);
  return {
    id: newId(),
    readers:
      selection &&
      `${quantity((await readersOf(args, visit, selection)).length, "person", "people")}: ${selection.words}`,
    stored: stored.map(({ id, message, severity, audience, selection: written, showFrom, showUntil }) => ({
      id,
      message,
      severity,
      readers: written !== null ? selectionInWords(written, visit.viewer) : NOTICE_AUDIENCE_LABELS[audience],
      from: showFrom,
      until: showUntil,
      stage: now < showFrom ? LATER : showUntil !== null && showUntil <= now ? OVER : SHOWN,
    })),
  };
}

/**
 * The people who are in a selection now. A decision counts only if its delegate can see it. At most two round trips.
 */
async function readersOf({ context }: LoaderFunctionArgs, visit: SignedIn, { filter }: WrittenTo) {
  const asking = { conferenceId: visit.settings.conferenceId, staffUid: visit.viewer.uid };
  const condition = await applicationsSelected(context.db, asking, filter, { visibleAt: visit.now });
  return uidsSelected(context, condition);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  if (form.has("version")) {
    // If the deleted notification was for a selection, the form for a new one cannot offer that selection. So the
    // writer must choose who reads it.
    const lacks = form.has(TO_SELECTION);
    const values = { ...typedNotification(form), ...(lacks && { audience: "" }) };
    const problems: Record<string, string> = lacks ? { audience: messages.required } : {};
    return data<NotificationReply>({ values, problems, reason: messages.deletedMeanwhile }, 409);
  }
  const zone = await readDeadlineZone(args.context.db, visit.settings.conferenceId);
  const intent = intentIn(form, ["publish", "preview"], "publish");
  const selection = await writtenToIn(args, visit);
  // Without this check, a form for a selection whose writer may no longer decide would publish its notification for
  // everybody.
  if (form.has(TO_SELECTION) && !selection) refuse(403, selectionMessages.needsDecide);
  const parsed = parseNotificationForm(form, zone);
  const [values, id] = [typedNotification(form), notificationIdIn(form) ?? newId()];
  if ("problems" in parsed) return data<NotificationReply>({ values, id, problems: parsed.problems }, 400);
  if (intent === "preview") return data<NotificationReply>({ values, id, problems: {}, preview: true });
  const uids = selection && (await readersOf(args, visit, selection));
  if (uids?.length === 0)
    return data<NotificationReply>({ values, id, problems: {}, reason: selectionMessages.nobody }, 409);
  const chosen = selection && uids && { uids, words: selection.words };
  await publishNotification(args.context, visit, id, parsed.request, chosen);
  return redirect("/notifications");
}

type Stage = { words: string; tone: Tone };
const SHOWN: Stage = { words: "Shown", tone: "success" };
const LATER: Stage = { words: "Later", tone: "todo" };
const OVER: Stage = { words: "Over", tone: "blocked" };

export default function Notifications() {
  const { id, readers, stored } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Notifications"
      lead="Delegates see them on every page of theirs until they dismiss them; staff see those for staff. The library shows none."
    >
      <NotificationForm title="New notification" id={id} readers={readers} reply={reply} />
      {stored.length === 0 ? (
        <EmptyState title="No notifications yet">
          <p>What you publish above is listed here.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Notifications, newest first"
          rows={stored}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Message",
              kind: "long",
              cell: ({ id, message }) => <a href={`/notifications/${id}`}>{message}</a>,
            },
            { title: "Severity", cell: ({ severity }) => severity },
            { title: "Who sees it", cell: (notice) => notice.readers },
            {
              title: "Shown",
              cell: ({ from, until, stage }) => (
                <>
                  <Tag tone={stage.tone}>{stage.words}</Tag>{" "}
                  <small>
                    <Moment at={from} />
                    {until && (
                      <>
                        {" "}
                        – <Moment at={until} />
                      </>
                    )}
                  </small>
                </>
              ),
            },
          ]}
        />
      )}
    </Page>
  );
}
