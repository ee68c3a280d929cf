import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { programmeMessages } from "./messages.ts";

/**
 * The card with the private URL at which a calendar can subscribe to the agenda.
 *
 * @param address a newly made URL, which is shown only this once.
 * @param since when the URL in use was made; null if there is none.
 */
export function FeedCard({ address, since }: { address?: string; since: number | null }) {
  return (
    <div className="no-print">
      <Card title="In your calendar" id="calendar">
        {address ? (
          <>
            <Notice tone="success">
              <p>{programmeMessages.agenda.addressOnce}</p>
            </Notice>
            <TextField
              label="Address"
              name="address"
              hint="In Google Calendar: Other calendars, From URL. In Outlook: Add calendar, Subscribe from web."
              defaultValue={address}
              readOnly
            />
            {/* Some programs first fetch a webcal: link over http, so the URL itself is shown above. */}
            <p>
              <a className="button" href={address.replace(/^https?:/, "webcal:")}>
                Open in your calendar
              </a>
            </p>
          </>
        ) : (
          <p>
            {since ? (
              <>
                {programmeMessages.agenda.addressMade} You made it on <Moment at={since} />.
              </>
            ) : (
              programmeMessages.agenda.addressNone
            )}
          </p>
        )}
        <PostForm action="/scheduling/agenda#calendar" className="cluster">
          <Button name="calendar" value="make" variant="secondary">
            {since || address ? "Make a new address" : "Make a private address"}
          </Button>
          {(since || address) && (
            <Button name="calendar" value="revoke" variant="danger">
              Revoke
            </Button>
          )}
        </PostForm>
      </Card>
    </div>
  );
}
