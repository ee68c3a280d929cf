import type { ReactNode } from "react";
import { roleLabel } from "~/access/abilities.ts";
import { Button } from "~/ui/button.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Ability } from "~/values/abilities.ts";
import { staffMessages } from "./messages.ts";

type Member = {
  uid: string;
  email: string;
  name: string | null;
  /** Empty if the member has left. */
  abilities: readonly Ability[];
  capacity: number;
  institution: string | null;
  isOnLeave: boolean;
  /** The last day of the ability “Door” in words, and whether it is over; null if there is none. */
  lastDay: { words: string; isOver: boolean } | null;
  isDisabled: boolean;
  assigned: number;
  unstarted: number;
};

/** All members of the staff, and former members to whom unread applications are still assigned. */
export function StaffTable({ members }: { members: Member[] }) {
  return (
    <ListTable
      caption="Staff"
      rows={members}
      keyOf={(member) => member.uid}
      columns={[
        {
          title: "Person",
          cell: (member) => (
            <>
              <a href={`/admin/manage-staff/${member.uid}`}>
                <bdi>{member.name ?? member.email}</bdi>
              </a>
              {member.name && (
                <>
                  {" "}
                  <small>{member.email}</small>
                </>
              )}
            </>
          ),
        },
        { title: "Role", cell: (member) => <MemberTags {...member} /> },
        {
          title: "Capacity",
          kind: "number",
          // A capacity of 1 is usual, and is not shown.
          cell: (member) => member.abilities.length > 0 && member.capacity > 1 && member.capacity,
        },
        { title: "To read", kind: "number", cell: (member) => member.assigned > 0 && member.assigned },
        { title: "Not begun", kind: "number", cell: (member) => member.unstarted > 0 && member.unstarted },
        { title: "Institution", kind: "long", cell: (member) => member.institution },
      ]}
    />
  );
}

function MemberTags({ abilities, lastDay, isOnLeave, isDisabled }: Member): ReactNode {
  const isOnStaff = abilities.length > 0;
  return (
    <span className="cluster">
      {isOnStaff ? roleLabel(abilities) : <Tag tone="warning">Has left</Tag>}{" "}
      {isOnStaff && lastDay && <LastDay {...lastDay} />}
      {isOnStaff && isOnLeave && <Tag tone="blocked">On leave</Tag>}
      {isDisabled && <Tag tone="error">Disabled</Tag>}
    </span>
  );
}

function LastDay({ words, isOver }: NonNullable<Member["lastDay"]>) {
  if (isOver) return <Tag tone="warning">{staffMessages.doorEnded(words)}</Tag>;
  return <span>{staffMessages.doorUntil(words)}</span>;
}

/** Invitations whose link still works. */
export function InvitationTable({
  invitations,
}: {
  invitations: {
    hash: string;
    email: string;
    name: string | null;
    abilities: readonly Ability[];
    lastDay: Member["lastDay"];
    until: number;
  }[];
}) {
  return (
    <ListTable
      caption="Open invitations"
      rows={invitations}
      keyOf={({ hash }) => hash}
      columns={[
        {
          title: "Sent to",
          cell: ({ email, name }) => (
            <>
              <bdi>{name ?? email}</bdi>
              {name && (
                <>
                  {" "}
                  <small>{email}</small>
                </>
              )}
            </>
          ),
        },
        {
          title: "Role",
          cell: ({ abilities, lastDay }) => (
            <span className="cluster">
              {roleLabel(abilities)} {lastDay && <LastDay {...lastDay} />}
            </span>
          ),
        },
        { title: "Link works until", cell: ({ until }) => <Moment at={until} /> },
        {
          cell: ({ hash, email }) => (
            <PostForm className="cluster">
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
          ),
        },
      ]}
    />
  );
}
