import { useContext } from "react";
import { NOTICE_AUDIENCE_LABELS, TO_SELECTION } from "~/site/notice-audiences.ts";
import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { RadioGroup, TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { ZoneContext } from "~/ui/moment.tsx";
import { Notification, Notifications } from "~/ui/notifications.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";
import { wallTime, zoneInWords } from "~/values/times.ts";
import { NOTICE_AUDIENCES, type NoticeAudience, SEVERITIES, type Severity } from "~/values/types.ts";

/** The fields of the form as they were typed. */
export type NotificationValues = Record<
  "message" | "severity" | "audience" | "showFrom" | "showUntil",
  string
>;

export type NotificationReply = {
  /** Absent if nothing was typed. */
  values?: NotificationValues;
  problems: Record<string, string>;
  reason?: string;
  preview?: boolean;
  /** The version that the typed form was made from. Absent if somebody else has changed the notification meanwhile. */
  version?: string;
  /** The id in the form for a new notification. */
  id?: string;
};

/** A stored notification in the form in which the fields show it. */
export const notificationValues = (
  stored: {
    message: string;
    severity: Severity;
    audience: NoticeAudience;
    showFrom: number;
    showUntil: number | null;
  },
  zone: string,
): NotificationValues => ({
  message: stored.message,
  severity: stored.severity,
  audience: stored.audience,
  showFrom: wallTime(stored.showFrom, zone),
  showUntil: stored.showUntil === null ? "" : wallTime(stored.showUntil, zone),
});

const LABELS = {
  ...{ message: "Message", severity: "Severity", audience: "Who sees it" },
  ...{ showFrom: "Show from", showUntil: "Show until" },
};

const EMPTY: NotificationValues = {
  ...{ message: "", severity: "INFO", audience: "everyone" },
  ...{ showFrom: "", showUntil: "" },
};

/**
 * The form that writes or changes a notification. The button Preview shows the notification as its readers will see it,
 * and saves nothing.
 */
export function NotificationForm({
  title,
  stored,
  version,
  id,
  readers = null,
  reply,
}: {
  title: string;
  stored?: NotificationValues;
  /** The version of the stored notification that is being changed. */
  version?: string;
  /** The id under which a new notification is published. */
  id?: string;
  /**
   * The selection in words, if only the people of a selection see the notification; null if the notification is for a
   * usual audience.
   */
  readers?: string | null;
  reply?: NotificationReply;
}) {
  const zone = useContext(ZoneContext);
  const values = reply?.values ?? stored ?? EMPTY;
  const field = fieldsOf(values, reply?.problems ?? {});
  const save = stored ? "save" : "publish";
  return (
    <Card title={title}>
      {reply?.preview && (
        <div className="stack tight">
          <p className="hint">Not saved yet. Its readers will see:</p>
          <Notifications label="Preview">
            <Notification severity={values.severity as Severity}>{values.message}</Notification>
          </Notifications>
        </div>
      )}
      <PostForm className="stack" hasOptionalDate>
        <ErrorSummary problems={labelled(problemsOf(reply), LABELS)} />
        <EnterButton name="intent" value={save} />
        {version && <input type="hidden" name="version" value={reply?.version ?? version} />}
        {id && <input type="hidden" name="id" value={reply?.id ?? id} />}
        <TextArea
          label={LABELS.message}
          {...field("message")}
          hint="It belongs to no edition: it is shown whichever is current, until its time is over or you delete it."
          rows={3}
        />
        <RadioGroup
          label={LABELS.severity}
          {...field("severity")}
          options={SEVERITIES.map((value) => ({ value, label: value }))}
        />
        {readers === null ? (
          <RadioGroup
            label={LABELS.audience}
            {...field("audience")}
            hint="Who has a pass or a decision is looked up each time a page is opened. A decision counts once it is released."
            options={NOTICE_AUDIENCES.map((value) => ({ value, label: NOTICE_AUDIENCE_LABELS[value] }))}
          />
        ) : (
          <>
            <HiddenFields fields={{ audience: "everyone", [TO_SELECTION]: "yes" }} />
            <p>
              <strong>{LABELS.audience}:</strong> {readers}
            </p>
          </>
        )}
        <div className="filters">
          <TextField
            label={LABELS.showFrom}
            {...field("showFrom")}
            type="datetime-local"
            optional
            hint={`${zoneInWords(zone)} time. Empty: from now on.`}
          />
          <TextField
            label={LABELS.showUntil}
            {...field("showUntil")}
            type="datetime-local"
            optional
            hint={`${zoneInWords(zone)} time. Empty: until it is deleted.`}
          />
        </div>
        <UnsavedChanges unsaved={reply?.values !== undefined} />
        <div className="actions">
          <Button name="intent" value={save}>
            {stored ? "Save" : "Publish"}
          </Button>
          <Button name="intent" value="preview" variant="secondary">
            Preview
          </Button>
        </div>
      </PostForm>
      {stored && (
        <details>
          <summary>Delete this notification</summary>
          <PostForm className="stack tight">
            {version && <input type="hidden" name="version" value={version} />}
            <p>Nobody will see it any more. This cannot be undone.</p>
            <p className="actions">
              <Button name="intent" value="delete" variant="danger">
                Delete
              </Button>
            </p>
          </PostForm>
        </details>
      )}
    </Card>
  );
}
