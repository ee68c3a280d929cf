import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { safePath } from "~/domain/paths.ts";
import { dismissNotification } from "~/models/notifications.server.ts";
import { readForm, requireViewer } from "~/session.server.ts";

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer } = await requireViewer(args, form);
  await dismissNotification(args.context.db, viewer.uid, args.params["id"]!);
  return redirect(safePath(form.get("from"), "/"));
}

export const loader = () => redirect("/");
