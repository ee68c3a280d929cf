import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DeviceList } from "~/accounts/device-list.tsx";
import { requireViewer } from "~/accounts/session.server.ts";
import { endOtherSessions, readSessions } from "~/accounts/sessions.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Where you are logged in");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, shown } = await requireViewer(args);
  const sessions = await readSessions(args.context, viewer);
  return {
    sessions: sessions.map((one) => ({ ...one, openedAt: shown(one.openedAt), usedAt: shown(one.usedAt) })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer } = await requireViewer(args, form);
  const intent = intentIn(form, ["end", "end-others"]);
  await endOtherSessions(args.context, viewer, intent === "end" ? String(form.get("id") ?? "") : null);
  return redirect("/devices");
}

export default function Devices() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <Page
      isForm
      title="Where you are logged in"
      lead="Is there a device that you do not know? Log it out, and change your password."
    >
      <DeviceList sessions={sessions} />
      <p>
        <a href="/change-password">Change your password</a>, or <a href="/mails">read our mails to you</a>.
      </p>
    </Page>
  );
}
