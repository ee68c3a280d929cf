import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { requireViewer } from "~/accounts/session.server.ts";
import { mayStillReport } from "~/door/at-door.ts";
import { ScanForm } from "~/door/scan.form.ts";
import { lookAtCode, reportScan } from "~/door/scans.server.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/**
 * Receives one scan that a phone at the door reports (`report`), or answers with the stored data about a code (`look`).
 * If a scan was made before the end of a helper's last day, it can still be reported after that day.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const isReport = intentIn(form, ["look", "report"]) === "report";
  const parsed = isReport ? parseForm(ScanForm, form) : null;
  const signedIn = await requireViewer(args, form);
  const isLate =
    parsed && "request" in parsed && mayStillReport(signedIn.viewer, parsed.request, signedIn.now);
  const visit = isLate ? signedIn : await requireAbility(args, "door", form);
  if (!parsed) return Response.json(await lookAtCode(args.context, visit, String(form.get("code"))));
  const id = entryIn(form);
  if ("problems" in parsed || id === null) refuse(400, messages.badRequest);
  const result = await reportScan(args.context, visit, { ...parsed.request, id });
  return Response.json(result ?? refuse(400, messages.badRequest));
}
