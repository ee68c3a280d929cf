import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Tag } from "~/ui/tag.tsx";
import { accountAddress } from "./account-filter.ts";
import { staffMessages } from "./messages.ts";

export type TroubledMail = {
  id: string;
  recipient: string;
  subject: string;
  /** UTC ms on the portal's clock. */
  queuedAt: number;
  /** When the portal tries again to send the mail; null if the portal has given the mail up. */
  dueAt: number | null;
  /** Null if the provider did not answer. */
  refusal: string | null;
};

/** Mails that the provider refused, and the provider's replies. `all` is how many there are; some may not be shown. */
export function TroubledMails({ mails, all }: { mails: TroubledMail[]; all: number }) {
  return (
    <Card title="Mail that could not be sent">
      <p>
        The portal sends waiting mail when the provider accepts it again. Mail that was given up never reached
        its reader. Correct the address, or write to them yourself.
      </p>
      {all > mails.length && <p>{staffMessages.troubledMails(mails.length, all)}</p>}
      <ListTable
        caption="Mail that could not be sent"
        rows={mails}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "To",
            cell: ({ recipient }) => (
              <a href={`/admin/accounts${accountAddress({ search: recipient })}`}>{recipient}</a>
            ),
          },
          { title: "Subject", cell: ({ subject }) => subject },
          { title: "Queued", cell: ({ queuedAt }) => <Moment at={queuedAt} /> },
          {
            title: "State",
            cell: ({ dueAt }) =>
              dueAt === null ? (
                <Tag tone="error">Given up</Tag>
              ) : (
                <>
                  <Tag tone="info">Waiting</Tag>{" "}
                  <small>
                    until <Moment at={dueAt} />
                  </small>
                </>
              ),
          },
          { title: "What the provider said", cell: ({ refusal }) => refusal ?? staffMessages.noReply },
        ]}
      />
    </Card>
  );
}
