import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { requireAbility } from "~/access/gate.server.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { selectionInWords } from "~/selections/written-to.server.ts";
import { changeNotification, findNotification, notificationVersion } from "~/site/notifications.server.ts";
import { parseNotificationForm, typedNotification } from "~/staff/notification.form.ts";
import { NotificationForm, type NotificationReply, notificationValues } from "~/staff/notification-form.tsx";
import { ZoneContext } from "~/ui/moment.tsx";
import { Notification, Notifications } from "~/ui/notifications.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Notification");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireAbility(args, "content");
  const found =
    (await findNotification(args.context.db, args.params["id"]!)) ?? refuse(404, messages.notFound);
  const { selection, ...stored } = found;
  return {
    stored,
    version: notificationVersion(found),
    readers: selection === null ? null : selectionInWords(selection, viewer),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const zone = await readDeadlineZone(args.context.db, visit.settings.conferenceId);
  const values = typedNotification(form);
  const version = String(form.get("version") ?? "");
  const intent = intentIn(form, ["save", "preview", "delete"], "save");
  // If the notification no longer exists, the form for a new one gets what was typed.
  if (intent !== "delete" && !(await findNotification(args.context.db, args.params["id"]!)))
    return redirect("/notifications", 307);
  const parsed = intent === "delete" ? { request: null } : parseNotificationForm(form, zone);
  if ("problems" in parsed)
    return data<NotificationReply>({ values, version, problems: parsed.problems }, 400);
  if (intent === "preview") return data<NotificationReply>({ values, version, problems: {}, preview: true });
  const over = { id: args.params["id"]!, version };
  if (!(await changeNotification(args.context, visit, over, parsed.request))) {
    // The form that deletes has no fields, so the other form shows what is stored.
    const typed = intent === "delete" ? {} : { values };
    return data<NotificationReply>({ ...typed, problems: {}, reason: messages.changedMeanwhile }, 409);
  }
  return redirect("/notifications");
}

export default function EditNotification() {
  const { stored, version, readers } = useLoaderData<typeof loader>();
  const zone = useContext(ZoneContext);
  const reply = useActionData<typeof action>();
  return (
    <Page title="Notification" lead="What its readers see now:">
      <Notifications label="As its readers see it">
        <Notification severity={stored.severity}>{stored.message}</Notification>
      </Notifications>
      <NotificationForm
        title="Change or delete it"
        stored={notificationValues(stored, zone)}
        version={version}
        readers={readers}
        reply={reply}
      />
      <p>
        <a href="/notifications">All notifications</a>
      </p>
    </Page>
  );
}
