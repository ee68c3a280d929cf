import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";

type Session = {
  id: string;
  /** The device and the network from which the session was opened; null if they were not recorded. */
  device: string | null;
  network: string | null;
  openedAt: number;
  usedAt: number;
  isThis: boolean;
};

const NOT_RECORDED = "Not recorded";

/**
 * The devices on which somebody is logged in. Every device but the present one can be logged out. Times are on the
 * portal's clock.
 */
export function DeviceList({ sessions }: { sessions: Session[] }) {
  return (
    <>
      {sessions.map(({ id, device, network, openedAt, usedAt, isThis }) => (
        <Card title={device ?? NOT_RECORDED} key={id}>
          {isThis && (
            <p>
              <Tag tone="success">This one</Tag>
            </p>
          )}
          <SummaryList
            rows={[
              { term: "Network", value: network ?? NOT_RECORDED },
              { term: "Logged in", value: <Moment at={openedAt} /> },
              { term: "Last used, to the hour", value: <Moment at={usedAt} /> },
            ]}
          />
          {!isThis && (
            <PostForm action="/devices" ofNoEdition>
              <input type="hidden" name="id" value={id} />
              <Button name="intent" value="end" variant="secondary">
                Log this device out
              </Button>
            </PostForm>
          )}
        </Card>
      ))}
      {sessions.length > 1 && (
        <PostForm action="/devices" ofNoEdition>
          <Button name="intent" value="end-others" variant="danger">
            Log out everywhere else
          </Button>
        </PostForm>
      )}
    </>
  );
}
