import { Button } from "~/ui/button.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";

type Session = {
  id: string;
  /** The device and the network from which it was opened; null if nobody recorded them. */
  device: string | null;
  network: string | null;
  openedAt: number;
  usedAt: number;
  isThis: boolean;
};

/** The devices on which somebody is logged in. Each of the others can be logged out. Times are on the portal's clock. */
export function DeviceList({ sessions }: { sessions: Session[] }) {
  return (
    <>
      <ListTable
        caption="Devices on which you are logged in"
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Device",
            cell: ({ device, isThis }) => (
              <>
                {device ?? "Not recorded"} {isThis && <Tag tone="success">This one</Tag>}
              </>
            ),
          },
          { title: "Network", kind: "long", cell: ({ network }) => network ?? "Not recorded" },
          { title: "Logged in", cell: ({ openedAt }) => <Moment at={openedAt} /> },
          { title: "Last used, to the hour", cell: ({ usedAt }) => <Moment at={usedAt} /> },
          { cell: (session) => !session.isThis && <LogOutThere {...session} /> },
        ]}
      />
      {sessions.length > 1 && (
        <PostForm action="/devices" ofNoEdition>
          <Button name="intent" value="end-others" variant="secondary">
            Log out everywhere else
          </Button>
        </PostForm>
      )}
    </>
  );
}

function LogOutThere({ id, device }: Session) {
  return (
    <PostForm action="/devices" ofNoEdition>
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="end" variant="quiet" aria-label={`Log out ${device ?? "this device"}`}>
        Log out
      </Button>
    </PostForm>
  );
}
