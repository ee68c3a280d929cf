import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { addPasted } from "~/staff/adding.server.ts";
import { inviteAgain, withdrawInvitation } from "~/staff/invitations.server.ts";
import { lastDayOf } from "~/staff/last-days.ts";
import { staffMessages } from "~/staff/messages.ts";
import { parseAddForm } from "~/staff/staff.form.ts";
import { eventZone, readStaff } from "~/staff/staff.server.ts";
import { InvitationTable, StaffTable } from "~/staff/staff.tsx";
import { AddStaffForm, type Fates, type StaffReply } from "~/staff/staff-forms.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { typedIn } from "~/values/parse.form.ts";

export const meta = titled("Manage staff");

const PAGE = "/admin/manage-staff";

const NOTICES = new Map<string | null, string>([
  ["removed", staffMessages.removed],
  ["withdrawn", staffMessages.withdrawn],
]);

/** Notices, taken from the page's address, about what was done before the page was opened. */
function noticesIn(asked: URLSearchParams): string[] {
  const people = (name: string) => (/^[1-9]\d?$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : 0);
  const [added, invited, before] = [people("added"), people("invited"), people("before")];
  return [
    ...(added > 0 ? [staffMessages.added(added)] : []),
    ...(invited > 0 ? [staffMessages.invited(invited)] : []),
    ...(before > 0 ? [staffMessages.invitedBefore(before)] : []),
    ...[NOTICES.get(asked.get("notice")) ?? []].flat(),
  ];
}

/** Results after which nothing more has to be done about a person of the list. */
const DONE = new Set(["added", "invited", "invitedBefore", "twice"]);
/** Results that show a mistake in the list. The director can correct the mistake. */
const WRONG = new Set(["notAnAddress", "nameTooLong"]);

export async function loader(args: LoaderFunctionArgs) {
  const { settings, shown, now } = await requireAbility(args, "everything");
  const { members, invitations, zone } = await readStaff(args.context, settings.conferenceId);
  return {
    notices: noticesIn(new URL(args.request.url).searchParams),
    members: members.map(({ onLeaveSince, disabledAt, doorUntil, ...member }) => ({
      ...member,
      isOnLeave: onLeaveSince !== null,
      isDisabled: disabledAt !== null,
      lastDay: lastDayOf(doorUntil, zone, now),
    })),
    invitations: invitations.map(({ hash, email, name, abilities, expiresAt, doorUntil }) => ({
      ...{ hash, email, name, abilities },
      lastDay: lastDayOf(doorUntil, zone, now),
      until: shown(expiresAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "everything", "appoint", form);
  const { context } = args;
  const hash = String(form.get("invitation") ?? "");
  const values = typedIn(form, ["people", "role", "lastDay", "capacity"]);
  const abilities = form.getAll("abilities").map(String);
  switch (intentIn(form, ["add", "again", "withdraw"])) {
    case "again":
      if (await inviteAgain(context, visit, hash, await eventZone(context, visit)))
        return redirect(`${PAGE}?invited=1`);
      return data({ gone: staffMessages.invitationGone }, 409);
    case "withdraw":
      if (await withdrawInvitation(context, visit, hash)) return redirect(`${PAGE}?notice=withdrawn`);
      return data({ gone: staffMessages.invitationGone }, 409);
    case "add": {
      const zone = await eventZone(context, visit);
      const parsed = parseAddForm(form, zone, visit.now);
      if ("problems" in parsed)
        return data<StaffReply>({ values, abilities, problems: parsed.problems }, 400);
      const { people, ...post } = parsed.request;
      const fates = await addPasted(context, visit, people, post, zone);
      const number = (asked: string) => fates.filter(({ fate }) => fate === asked).length;
      if (fates.every(({ fate }) => DONE.has(fate)))
        return redirect(
          `${PAGE}?added=${number("added")}&invited=${number("invited")}&before=${number("invitedBefore")}`,
        );
      const left = fates.filter(({ fate }) => WRONG.has(fate) || fate === "disabled");
      const reply: StaffReply & { fates: Fates } = {
        values: { ...values, people: left.map(({ typed }) => typed).join("\n") },
        abilities,
        problems: { people: staffMessages.someNotAdded },
        fates,
      };
      return data(reply, fates.some(({ fate }) => WRONG.has(fate)) ? 400 : 409);
    }
  }
}

export default function ManageStaff() {
  const { members, invitations, notices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const gone = reply && "gone" in reply ? reply.gone : undefined;
  return (
    <Page title="Manage staff" lead="Who is on the staff, and what each may do.">
      {(gone ? [gone] : reply ? [] : notices).map((sentence) => (
        <Notice key={sentence} tone={gone ? "error" : "success"}>
          <p>{sentence}</p>
        </Notice>
      ))}
      <Card title="Staff">
        <StaffTable members={members} />
      </Card>
      {invitations.length > 0 && (
        <Card title="Open invitations">
          <InvitationTable invitations={invitations} />
        </Card>
      )}
      <p>
        <a href="/admin/manage-staff/second-factor">Second factors: who has one, and who must</a>
      </p>
      <AddStaffForm reply={reply && "values" in reply ? reply : undefined} />
    </Page>
  );
}
