import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField, RadioGroup, SelectField, TextField } from "~/ui/field.tsx";
import { fieldsOf, problemsOf } from "~/ui/form-reply.ts";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import { STAFF_ROLES, type StaffRole } from "~/values/types.ts";

export type StaffReply = {
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
};

/** The roles as staff read them. */
export const ROLE_WORDS: Record<StaffRole, { label: string; hint: string }> = {
  reviewer: { label: "Reviewer", hint: "Reads the applications assigned to them." },
  director: { label: "Director", hint: "Can do everything." },
};
const CAPACITIES = Array.from({ length: 10 }, (_, index) => String(index + 1));

function RoleAndCapacity({ values, problems }: StaffReply) {
  const field = fieldsOf(values, problems);
  return (
    <>
      <RadioGroup
        label="Role"
        {...field("role")}
        options={[...STAFF_ROLES].reverse().map((role) => ({ value: role, ...ROLE_WORDS[role] }))}
      />
      <SelectField
        label="Capacity"
        {...field("capacity")}
        className="short"
        hint="Shares of the reading: somebody with 2 gets twice as many applications as somebody with 1."
        options={CAPACITIES.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

/** Adds somebody by their e-mail address. */
export function AddStaffForm({ reply }: { reply?: StaffReply }) {
  const shown = reply ?? { values: { role: "reviewer", capacity: "1" }, problems: {} };
  const field = fieldsOf(shown.values, shown.problems);
  return (
    <Card title="Add somebody">
      <p className="hint">
        Somebody who has an account with a confirmed address joins the staff at once. Anybody else gets an
        invitation.
      </p>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(shown)} />
        <TextField label="E-mail" {...field("email")} type="email" autoComplete="off" />
        <RoleAndCapacity {...shown} />
        <Button name="intent" value="add">
          Add
        </Button>
      </PostForm>
    </Card>
  );
}

/** Changes the role and reading of a member of the staff. */
export function StaffForm({ reply, stored }: { reply?: StaffReply; stored: Record<string, string> }) {
  const shown = reply ?? { values: stored, problems: {} };
  const field = fieldsOf(shown.values, shown.problems);
  return (
    <Card title="Role and reading">
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(shown)} />
        <RoleAndCapacity {...shown} />
        <TextField
          label="Institution"
          {...field("institution")}
          optional
          hint="They get no applications from this institution."
          maxLength={200}
        />
        <CheckboxField
          label="On leave: gets nothing to read"
          name="onLeave"
          defaultChecked={shown.values["onLeave"] === "true"}
        />
        <Button name="intent" value="change">
          Save
        </Button>
      </PostForm>
    </Card>
  );
}

type Member = {
  uid: string;
  email: string;
  role: StaffRole | null;
  capacity: number;
  institution: string | null;
  isOnLeave: boolean;
  isDisabled: boolean;
  assigned: number;
  unstarted: number;
};

/** Everybody on the staff, and former members who left assigned applications unread. */
export function StaffTable({ members }: { members: Member[] }) {
  return (
    <ListTable
      caption="Staff"
      columns={[
        "Person",
        "Role",
        { number: "Capacity" },
        { number: "To read" },
        { number: "Not begun" },
        "Institution",
      ]}
    >
      {members.map((member) => (
        <tr key={member.uid}>
          <th scope="row">
            <a href={`/admin/manage-staff/${member.uid}`}>{member.email}</a>
          </th>
          <td>
            <MemberTags {...member} />
          </td>
          <td className="number">{member.role && member.capacity}</td>
          <td className="number">{member.assigned}</td>
          <td className="number">{member.unstarted}</td>
          <td className="long">{member.institution}</td>
        </tr>
      ))}
    </ListTable>
  );
}

function MemberTags({ role, isOnLeave, isDisabled }: Member): ReactNode {
  return (
    <span className="cluster">
      {role ? ROLE_WORDS[role].label : <Tag tone="warning">Has left</Tag>}
      {role && isOnLeave && <Tag tone="blocked">On leave</Tag>}
      {isDisabled && <Tag tone="error">Disabled</Tag>}
    </span>
  );
}

/** Invitations whose link still works. */
export function InvitationTable({
  invitations,
}: {
  invitations: { hash: string; email: string; role: StaffRole; until: number }[];
}) {
  return (
    <ListTable caption="Open invitations" columns={["Sent to", "Role", "Works until", null]}>
      {invitations.map(({ hash, email, role, until }) => (
        <tr key={hash}>
          <th scope="row">{email}</th>
          <td>{ROLE_WORDS[role].label}</td>
          <td>
            <Moment at={until} />
          </td>
          <td>
            <PostForm className="cluster whole">
              <input type="hidden" name="invitation" value={hash} />
              <Button name="intent" value="again" variant="quiet" aria-label={`Send again to ${email}`}>
                Send again
              </Button>
              <Button
                name="intent"
                value="withdraw"
                variant="quiet"
                aria-label={`Withdraw the one to ${email}`}
              >
                Withdraw
              </Button>
            </PostForm>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
