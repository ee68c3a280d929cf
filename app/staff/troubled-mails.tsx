import { Card } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Tag } from "~/ui/tag.tsx";
import { accountAddress } from "./account-filter.ts";

export type TroubledMail = {
  id: string;
  recipient: string;
  subject: string;
  /** UTC ms on the portal's clock. */
  queuedAt: number;
  /** When the mail is tried again; null if it was given up. */
  dueAt: number | null;
  refusal: string;
};

/** Mails that the provider refused, and its replies. */
export function TroubledMails({ mails }: { mails: TroubledMail[] }) {
  return (
    <Card title="Mail that could not be sent">
      <p>
        Waiting mail is sent by itself once the provider accepts it again. Mail that was given up never
        reached its reader: correct the address, or write to them yourself.
      </p>
      <ListTable
        caption="Mail that could not be sent"
        columns={["To", "Subject", "Queued", "State", "What the provider said"]}
      >
        {mails.map(({ id, recipient, subject, queuedAt, dueAt, refusal }) => (
          <tr key={id}>
            <td>
              <a href={`/admin/accounts${accountAddress({ search: recipient })}`}>{recipient}</a>
            </td>
            <td>{subject}</td>
            <td>
              <Moment at={queuedAt} />
            </td>
            <td>
              {dueAt === null ? (
                <Tag tone="error">Given up</Tag>
              ) : (
                <Tag tone="info">
                  Waiting until <Moment at={dueAt} />
                </Tag>
              )}
            </td>
            <td>{refusal}</td>
          </tr>
        ))}
      </ListTable>
    </Card>
  );
}
