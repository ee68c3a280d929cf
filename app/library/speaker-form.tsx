import { TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { LibraryForm } from "./library-staff.tsx";

export const SPEAKER_FIELDS = ["name", "title", "organisation", "biography"] as const;

/** The contents of the form: the fields as they were typed. */
export type SpeakerValues = Record<(typeof SPEAKER_FIELDS)[number], string>;

export type SpeakerReply = {
  values?: SpeakerValues;
  problems: Record<string, string>;
  reason?: string;
  /** The id of the form that adds a new speaker; absent if a stored speaker is changed. */
  entry?: string;
  /** Set if another person has saved the speaker since the form was opened. */
  isChanged?: true;
  /** The version that the typed form was made from; absent if `isChanged`. */
  version?: number;
};

const LABELS: SpeakerValues = {
  name: "Name",
  title: "Title",
  organisation: "Organisation",
  biography: "Biography",
};

/** The stored speaker in words. It is shown to an editor whose own version is out of date. */
export const speakerSummary = (values: SpeakerValues) =>
  SPEAKER_FIELDS.map((field): [label: string, value: string] => [LABELS[field], values[field]]);

const EMPTY: SpeakerValues = { name: "", title: "", organisation: "", biography: "" };

/** Adds or changes a speaker. */
export function SpeakerForm({
  heading,
  stored,
  version,
  entry,
  reply,
}: {
  heading: string;
  stored?: SpeakerValues;
  /** The version of the stored speaker that is being changed; absent for a new speaker. */
  version?: number;
  entry?: string;
  reply?: SpeakerReply;
}) {
  const values = reply?.values ?? stored ?? EMPTY;
  const field = fieldsOf(values, reply?.problems ?? {});
  return (
    <LibraryForm
      heading={heading}
      version={reply?.version ?? version}
      entry={reply?.entry ?? entry}
      problems={labelled(problemsOf(reply, SPEAKER_FIELDS), LABELS)}
      isTyped={reply?.values !== undefined}
      save={stored ? "Save" : "Add speaker"}
    >
      <TextField label={LABELS.name} {...field("name")} />
      <TextField
        label={LABELS.title}
        {...field("title")}
        hint="What they do, such as Minister of Health."
        optional
      />
      <TextField label={LABELS.organisation} {...field("organisation")} optional />
      <TextArea label={LABELS.biography} {...field("biography")} rows={6} optional />
    </LibraryForm>
  );
}
