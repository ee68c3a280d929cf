import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { dismissNotification } from "~/site/notifications.server.ts";
import { safePath } from "~/values/paths.ts";

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer } = await requireViewer(args, form);
  await dismissNotification(args.context.db, viewer.uid, args.params["id"]!);
  return redirect(safePath(form.get("from"), "/"));
}

export const loader = () => redirect("/");
