import { accountAddress } from "../forms/account-filter.ts";
import { Card } from "./card.tsx";
import { ListTable } from "./list.tsx";
import { Moment } from "./moment.tsx";
import { Tag } from "./tag.tsx";

export type TroubledMail = {
  id: string;
  recipient: string;
  subject: string;
  /** UTC ms, on the portal's clock. */
  queuedAt: number;
  /** When it is tried again; null: it was given up. */
  dueAt: number | null;
  refusal: string;
};

/** Mails that the provider did not take, and what it said. */
export function TroubledMails({ mails }: { mails: TroubledMail[] }) {
  return (
    <Card title="Mail that was not taken">
      <p>
        What waits is sent by itself once the provider takes it again. What was given up never reached its
        reader: mend the address, or write to them yourself.
      </p>
      <ListTable
        caption="Mail that was not taken"
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
                  Waits until <Moment at={dueAt} />
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
