import { TextArea, TextField } from "./field.tsx";
import { fieldsOf, problemsOf } from "./form-reply.ts";
import { LibraryForm } from "./library-staff.tsx";

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
  const field = fieldsOf(values, reply?.problems ?? {});
  return (
    <LibraryForm
      heading={heading}
      version={version}
      problems={problemsOf(reply, SPEAKER_FIELDS)}
      save={stored ? "Save" : "Add speaker"}
    >
      <TextField label="Name" {...field("name")} maxLength={200} />
      <TextField
        label="Title"
        {...field("title")}
        hint="What they do, such as Minister of Health."
        maxLength={200}
        optional
      />
      <TextField label="Organisation" {...field("organisation")} maxLength={200} optional />
      <TextArea label="Biography" {...field("biography")} rows={6} maxLength={5000} optional />
    </LibraryForm>
  );
}
