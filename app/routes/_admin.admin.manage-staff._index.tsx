import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card.tsx";
import { Notice } from "~/components/notice.tsx";
import { Page } from "~/components/page.tsx";
import { AddStaffForm, InvitationTable, type StaffReply, StaffTable } from "~/components/staff.tsx";
import { staffMessages } from "~/domain/staff-messages.ts";
import { typedIn } from "~/forms/parse.ts";
import { parseAddForm } from "~/forms/staff.ts";
import { inviteAgain, withdrawInvitation } from "~/models/invitations.server.ts";
import { addStaff, readStaff } from "~/models/staff.server.ts";
import { intentIn, readForm, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Manage staff · HPAIR" }];

const NOTICES = new Map<string | null, string>([
  ["added", staffMessages.staff.added],
  ["invited", staffMessages.staff.invited],
  ["removed", staffMessages.staff.removed],
  ["withdrawn", staffMessages.staff.withdrawn],
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
      return data({ gone: staffMessages.staff.invitationGone }, 409);
    case "withdraw":
      if (await withdrawInvitation(context, visit, hash))
        return redirect("/admin/manage-staff?notice=withdrawn");
      return data({ gone: staffMessages.staff.invitationGone }, 409);
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
