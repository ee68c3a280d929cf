import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { proposeInstead } from "~/reviews/distribution.server.ts";
import { lastDayBefore } from "~/staff/last-days.ts";
import { staffMessages } from "~/staff/messages.ts";
import { roleChoice } from "~/staff/role-choice.ts";
import { parseFactsForm } from "~/staff/staff.form.ts";
import { changeStaff, eventZone, findMember, removeStaff } from "~/staff/staff.server.ts";
import { StaffForm, type StaffReply } from "~/staff/staff-forms.tsx";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { typedIn } from "~/values/parse.form.ts";

export const meta = titled("Staff");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings } = await requireAbility(args, "everything");
  const member = await findMember(args.context, settings.conferenceId, args.params["uid"]!);
  if (!member) refuse(404, messages.notFound);
  const { email, name, abilities, capacity, institution, onLeaveSince, disabledAt, doorUntil, zone } = member;
  const { assigned, unstarted, version } = member;
  const choice = roleChoice(abilities);
  return {
    title: name ?? "Staff",
    email,
    isStaff: abilities.length > 0,
    isOneself: member.uid === viewer.uid,
    mayRead: can(abilities, "read") && onLeaveSince === null && disabledAt === null,
    assigned,
    unstarted,
    stored: {
      values: {
        name: name ?? "",
        role: choice.role,
        capacity: String(capacity),
        institution: institution ?? "",
        lastDay: doorUntil === null ? "" : lastDayBefore(doorUntil, zone),
        onLeave: String(onLeaveSince !== null),
      },
      abilities: choice.abilities,
      version,
    },
    isSaved: new URL(args.request.url).searchParams.has("saved"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "everything", "changeStaff", form);
  const { context } = args;
  const uid = args.params["uid"]!;
  const values = typedIn(form, ["name", "role", "lastDay", "capacity", "institution", "onLeave"]);
  const abilities = form.getAll("abilities").map(String);
  const intent = intentIn(form, ["change", "give", "remove"]);
  if (intent === "give") {
    const answer = await proposeInstead(context, visit, uid);
    if ("refused" in answer) return data({ alone: answer.refused }, answer.status);
    return redirect(`/admin/distribute-apps/${answer.planId}`);
  }
  if (intent === "remove") {
    const answer = await removeStaff(context, visit, uid);
    if (!("refused" in answer))
      return redirect(
        (await findMember(context, visit.settings.conferenceId, uid))
          ? `/admin/manage-staff/${uid}`
          : "/admin/manage-staff?notice=removed",
      );
    if (answer.status === 404) refuse(404, answer.refused);
    return data({ alone: answer.refused }, answer.status);
  }
  const version = String(form.get("version") ?? "");
  const parsed = parseFactsForm(form, await eventZone(context, visit));
  if ("problems" in parsed)
    return data<StaffReply>({ values, abilities, version, problems: parsed.problems }, 400);
  const answer = await changeStaff(context, visit, { uid, version }, parsed.request);
  if (!("refused" in answer)) return redirect(`/admin/manage-staff/${uid}?saved`);
  if (answer.status === 404) refuse(404, answer.refused);
  const reply = { values, abilities, problems: {} };
  return data<StaffReply>(
    answer.isChanged ? { ...reply, isChanged: true } : { ...reply, version, reason: answer.refused },
    answer.status,
  );
}

export default function StaffMember() {
  const { title, email, isStaff, isOneself, mayRead, assigned, unstarted, stored, isSaved } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const alone = reply && "alone" in reply ? reply.alone : undefined;
  const typed = reply && "values" in reply ? reply : undefined;
  return (
    <Page title={title} lead={isStaff ? email : `${email}, no longer on the staff`}>
      {alone && (
        <Notice tone="error">
          <p>{alone}</p>
        </Notice>
      )}
      {isSaved && !reply && (
        <Notice tone="success">
          <p>{messages.saved}</p>
        </Notice>
      )}
      {unstarted > 0 && !mayRead && (
        <Card title="Left unread">
          <p>{staffMessages.leftUnread(unstarted)}</p>
          <PostForm>
            <Button name="intent" value="give">
              {`Give their ${unstarted} unstarted ${unstarted === 1 ? "application" : "applications"} to others`}
            </Button>
          </PostForm>
        </Card>
      )}
      {isStaff && <StaffForm stored={stored} reply={typed} />}
      {isStaff && (
        <Card title="Remove from the staff">
          <p>
            {isOneself ? "You lose access and are logged out at once." : staffMessages.removing}
            {unstarted > 0 && ` ${staffMessages.removingUnread(unstarted, assigned)}`}
          </p>
          <PostForm className="stack">
            <ActCode />
            <Button name="intent" value="remove" variant="danger">
              Remove
            </Button>
          </PostForm>
        </Card>
      )}
      <p>
        <a href="/admin/manage-staff">All staff</a>
      </p>
    </Page>
  );
}
