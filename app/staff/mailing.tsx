import { Button } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { SelectField } from "~/ui/field.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";
import { quantity } from "~/values/words.ts";
import { AUDIENCE_IDS, AUDIENCES } from "./audiences.ts";
import { MAIL_LABELS, MailFields, MailPreview } from "./mail-fields.tsx";
import { staffMessages } from "./messages.ts";

/** The recipients that a mail would have, and the text for the first of them. */
type Preview = {
  id: string;
  count: number;
  recipients: string;
  first: { email: string; subject: string; body: string };
};

export type MailReply = {
  values: { audience: string; subject: string; body: string };
  problems: Record<string, string>;
  reason?: string;
  preview?: Preview;
};

/**
 * The form for a mail to a group, or to a selection. For a selection, the form is opened from the page of the
 * selection. The next step shows who would get the mail.
 *
 * @param selection the selection in words; null if a group is to be chosen.
 */
export function ComposeMail({ selection, reply }: { selection: string | null; reply?: MailReply }) {
  const problems = reply?.problems ?? {};
  return (
    <Card title="New mail">
      <PostForm className="stack">
        <ErrorSummary problems={labelled(problemsOf(reply), MAIL_LABELS)} />
        {selection === null ? (
          <SelectField
            label={MAIL_LABELS.audience}
            name="audience"
            emptyOption="Choose a group"
            defaultValue={reply?.values.audience}
            options={AUDIENCE_IDS.map((id) => ({ value: id, label: AUDIENCES[id] }))}
            error={problems["audience"]}
          />
        ) : (
          <p>
            To: <strong>{selection}</strong> <a href="/admin/mail">Write to a group instead</a>
          </p>
        )}
        <MailFields values={reply?.values ?? { subject: "", body: "" }} problems={problems} />
        <UnsavedChanges unsaved={reply !== undefined} />
        <div className="actions">
          <Button name="intent" value="preview">
            Show who it goes to
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

/** Shows the recipients of a mail before it is sent, and the text for the first of them. */
export function ConfirmMail({
  selection,
  values,
  reason,
  preview,
}: MailReply & { selection: string | null; preview: Preview }) {
  const { id, count, recipients, first } = preview;
  const people = quantity(count, "person", "people");
  return (
    <Card title={`This goes to ${people}`}>
      <PostForm className="stack">
        <ErrorSummary problems={reason ? [{ message: reason }] : []} />
        <p className="hint">
          {selection ?? AUDIENCES[values.audience as keyof typeof AUDIENCES]}.{" "}
          {values.audience === "staff" ? staffMessages.mailing.leftOutOfStaff : staffMessages.mailing.leftOut}{" "}
          The first recipient reads:
        </p>
        <MailPreview to={first.email} subject={first.subject} body={first.body} />
        <HiddenFields fields={{ id, recipients, ...values }} />
        <div className="actions">
          <Button name="intent" value="send">
            Send to {people}
          </Button>
          <Button name="intent" value="edit" variant="secondary">
            Change it
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

type Sent = {
  id: string;
  subject: string;
  audience: string;
  /**
   * How many people the mail is for. Of their mails, `left` were sent, `waiting` still have to be sent, and `lost` were
   * given up.
   */
  recipients: number;
  left: number;
  waiting: number;
  /** How many mails were not sent, because their readers want no news. */
  unwanted: number;
  lost: number;
  date: number;
};

/** The mails sent to groups so far. */
export function SentMails({ sent }: { sent: Sent[] }) {
  return (
    <>
      <h2>Sent</h2>
      {sent.length === 0 ? (
        <EmptyState title="Nothing sent yet">
          <p>Mails to groups are listed here, with how many have been sent.</p>
        </EmptyState>
      ) : (
        <ListTable
          caption="Mails to groups, newest first"
          rows={sent}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Mail",
              kind: "long",
              cell: ({ subject, audience, date }) => (
                <>
                  {subject}
                  <small>
                    {audience}, <Moment at={date} />
                  </small>
                </>
              ),
            },
            { title: "People", cell: ({ recipients }) => recipients },
            {
              title: "Sent",
              cell: ({ left, waiting, unwanted, lost }) => (
                <>
                  {left}
                  {waiting > 0 && <small>{waiting} waiting</small>}
                  {unwanted > 0 && <small>{unwanted} want no news</small>}
                  {lost > 0 && <small>{lost} given up</small>}
                </>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
