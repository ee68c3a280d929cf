import { StaffLink } from "~/access/staff-link.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import { quantity } from "~/values/words.ts";
import { accountAddress } from "./account-filter.ts";
import type { AddressTrouble } from "./unreachable.ts";

const STATES = { bounced: "Came back", complained: "Called spam" };

const PERSON = {
  title: "Person",
  cell: ({ name, emailKey, email }: AddressTrouble) => (
    <StaffLink href={`/admin/accounts${accountAddress({ search: email ?? emailKey })}`}>
      <bdi>{name || (email ?? emailKey)}</bdi>
    </StaffLink>
  ),
};
const DECISION = {
  title: "Decision",
  cell: ({ decision }: AddressTrouble) => decision ?? "None",
};

/** The people to whom no mail can be sent. All times are on the portal's clock. */
export function Unreachable({ people }: { people: AddressTrouble[] }) {
  if (people.length === 0) {
    return (
      <EmptyState title="Every address works">
        <p>No mail has come back that nobody has mended since.</p>
      </EmptyState>
    );
  }
  return (
    <ListTable
      caption="People whom no mail reaches"
      rows={people}
      keyOf={({ emailKey }) => emailKey}
      columns={[
        PERSON,
        { title: "Address", cell: ({ emailKey }) => emailKey },
        DECISION,
        {
          title: "State",
          cell: ({ because, said }) => (
            <>
              <Tag tone="error">{STATES[because]}</Tag>
              {said && <small>{said}</small>}
            </>
          ),
        },
        { title: "Since", cell: ({ at }) => <Moment at={at} /> },
      ]}
    />
  );
}

/** The people who missed mails that can now be sent again. */
export function Missed({ people, problem }: { people: AddressTrouble[]; problem: string | undefined }) {
  if (people.length === 0 && !problem) return null;
  return (
    <Card title="Mails to send again">
      <ErrorSummary problems={problem ? [{ message: problem }] : []} />
      <p>
        These people have another address now, or have confirmed theirs again. Links that work once are not
        sent again. People ask for a new one.
      </p>
      <ListTable
        caption="Mails to send again"
        rows={people}
        keyOf={({ emailKey }) => emailKey}
        columns={[
          PERSON,
          { title: "Address now", cell: ({ email }) => email },
          DECISION,
          { title: "Missed", cell: ({ lost }) => quantity(lost, "mail") },
          {
            cell: ({ uid }) => (
              <PostForm ofNoEdition>
                <HiddenFields fields={{ uid: uid! }} />
                <Button variant="secondary">Send again</Button>
              </PostForm>
            ),
          },
        ]}
      />
    </Card>
  );
}
