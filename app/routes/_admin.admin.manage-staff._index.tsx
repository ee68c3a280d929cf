import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireDirector } from "~/access/gate.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { inviteAgain, withdrawInvitation } from "~/staff/invitations.server.ts";
import { staffMessages } from "~/staff/messages.ts";
import { parseAddForm } from "~/staff/staff.form.ts";
import { addStaff, readStaff } from "~/staff/staff.server.ts";
import { AddStaffForm, InvitationTable, type StaffReply, StaffTable } from "~/staff/staff.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { typedIn } from "~/values/parse.form.ts";

export const meta = titled("Manage staff");

const NOTICES = new Map<string | null, string>([
  ["added", staffMessages.added],
  ["invited", staffMessages.invited],
  ["removed", staffMessages.removed],
  ["withdrawn", staffMessages.withdrawn],
]);

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown } = await requireDirector(args);
  const { members, invitations } = await readStaff(args.context, settings.conferenceId);
  return {
    notice: NOTICES.get(new URL(args.request.url).searchParams.get("notice")),
    members: members.map(({ onLeaveSince, disabledAt, ...member }) => ({
      ...member,
      isOnLeave: onLeaveSince !== null,
      isDisabled: disabledAt !== null,
    })),
    invitations: invitations.map(({ hash, email, role, expiresAt }) => ({
      hash,
      email,
      role,
      until: shown(expiresAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const { context } = args;
  const hash = String(form.get("invitation") ?? "");
  const values = typedIn(form, ["email", "role", "capacity"]);
  const refused = (problems: StaffReply["problems"], status: number, reason?: string) =>
    data<StaffReply>({ values, problems, reason }, status);
  switch (intentIn(form, ["add", "again", "withdraw"])) {
    case "again":
      if (await inviteAgain(context, visit, hash)) return redirect("/admin/manage-staff?notice=invited");
      return data({ gone: staffMessages.invitationGone }, 409);
    case "withdraw":
      if (await withdrawInvitation(context, visit, hash))
        return redirect("/admin/manage-staff?notice=withdrawn");
      return data({ gone: staffMessages.invitationGone }, 409);
    case "add": {
      const parsed = parseAddForm(form);
      if ("problems" in parsed) return refused(parsed.problems, 400);
      const answer = await addStaff(context, visit, parsed.request);
      if ("refused" in answer) return refused({}, answer.status, answer.refused);
      return redirect(`/admin/manage-staff?notice=${answer.added === "invited" ? "invited" : "added"}`);
    }
  }
}

export default function ManageStaff() {
  const { members, invitations, notice } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const gone = reply && "gone" in reply ? reply.gone : undefined;
  return (
    <Page title="Manage staff" lead="The reviewers, who read applications, and the directors.">
      {(gone ?? notice) && (
        <Notice tone={gone ? "error" : "success"}>
          <p>{gone ?? notice}</p>
        </Notice>
      )}
      <Card title="Staff">
        <StaffTable members={members} />
      </Card>
      {invitations.length > 0 && (
        <Card title="Open invitations">
          <InvitationTable invitations={invitations} />
        </Card>
      )}
      <AddStaffForm reply={reply && "values" in reply ? reply : undefined} />
    </Page>
  );
}
