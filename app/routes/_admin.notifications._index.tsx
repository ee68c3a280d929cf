import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { NOTICE_AUDIENCE_LABELS } from "~/site/notice-audiences.ts";
import { newestNotifications, publishNotification } from "~/site/notifications.server.ts";
import { parseNotificationForm, typedNotification } from "~/staff/notification.form.ts";
import { NotificationForm, type NotificationReply } from "~/staff/notification-form.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";

export const meta = titled("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  const { now } = await requireAbility(args, "content");
  const stored = await newestNotifications(args.context.db);
  return stored.map(({ id, message, severity, audience, showFrom, showUntil }) => ({
    id,
    message,
    severity,
    audience,
    from: showFrom,
    until: showUntil,
    stage: now < showFrom ? LATER : showUntil !== null && showUntil <= now ? OVER : SHOWN,
  }));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const zone = await readDeadlineZone(args.context.db, visit.settings.conferenceId);
  const intent = intentIn(form, ["publish", "preview"], "publish");
  const parsed = parseNotificationForm(form, zone);
  const values = typedNotification(form);
  if ("problems" in parsed) return data<NotificationReply>({ values, problems: parsed.problems }, 400);
  if (intent === "preview") return data<NotificationReply>({ values, problems: {}, preview: true });
  await publishNotification(args.context, visit, parsed.request);
  return redirect("/notifications");
}

type Stage = { words: string; tone: Tone };
const SHOWN: Stage = { words: "Shown", tone: "success" };
const LATER: Stage = { words: "Later", tone: "todo" };
const OVER: Stage = { words: "Over", tone: "blocked" };

export default function Notifications() {
  const stored = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="Notifications"
      lead="They stand below the heading of every page until their reader dismisses them."
    >
      <NotificationForm title="New notification" reply={reply} />
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
            { title: "Who sees it", cell: ({ audience }) => NOTICE_AUDIENCE_LABELS[audience] },
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
