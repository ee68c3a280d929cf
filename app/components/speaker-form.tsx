import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { TextArea, TextField } from "./field.tsx";
import { PostForm } from "./post-form.tsx";

export const SPEAKER_FIELDS = ["name", "title", "organisation", "biography"] as const;

/** What is in the form: the fields as they were typed. */
export type SpeakerValues = Record<(typeof SPEAKER_FIELDS)[number], string>;

export type SpeakerReply = {
  values?: SpeakerValues;
  problems: Record<string, string>;
  reason?: string;
};

const EMPTY: SpeakerValues = { name: "", title: "", organisation: "", biography: "" };

/** Adds or changes a speaker. */
export function SpeakerForm({
  heading,
  stored,
  version,
  reply,
}: {
  heading: string;
  stored?: SpeakerValues;
  /** Of the stored one, which a change is made over. */
  version?: number;
  reply?: SpeakerReply;
}) {
  const values = reply?.values ?? stored ?? EMPTY;
  const problems = reply?.problems ?? {};
  return (
    <Card title={heading}>
      <PostForm className="stack">
        <ErrorSummary
          problems={[
            ...(reply?.reason ? [{ message: reply.reason }] : []),
            ...SPEAKER_FIELDS.flatMap((field) =>
              problems[field] ? [{ field, message: problems[field] }] : [],
            ),
          ]}
        />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <TextField
          label="Name"
          name="name"
          maxLength={200}
          defaultValue={values.name}
          error={problems["name"]}
        />
        <TextField
          label="Title"
          name="title"
          hint="What they do, such as Minister of Health."
          maxLength={200}
          optional
          defaultValue={values.title}
          error={problems["title"]}
        />
        <TextField
          label="Organisation"
          name="organisation"
          maxLength={200}
          optional
          defaultValue={values.organisation}
          error={problems["organisation"]}
        />
        <TextArea
          label="Biography"
          name="biography"
          rows={6}
          maxLength={5000}
          optional
          defaultValue={values.biography}
          error={problems["biography"]}
        />
        <p className="actions">
          <Button name="intent" value="save">
            {stored ? "Save" : "Add speaker"}
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}
