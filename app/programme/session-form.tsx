import { Button } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { FieldError, fieldAttributes, SelectField, TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";
import { programmeMessages } from "./messages.ts";
import { SESSION_LABELS, type SessionFormProps } from "./session-form.ts";

const MORE_SPEAKERS = 2;

/** The form that adds or changes a session. */
export function SessionForm(props: SessionFormProps) {
  const { stored, reply, timeZone, speakerNames, recordings } = props;
  const { values, speakers, problems, reason } = reply ?? { ...stored, problems: {}, reason: undefined };
  const field = fieldsOf(values, problems);
  const summary = labelled(problemsOf({ problems, reason }), { ...SESSION_LABELS, speaker: "Speakers" }).map(
    (problem) => (problem.field === "speaker" ? { ...problem, field: "speaker-1" } : problem),
  );
  const wall = (name: string, label: string) => (
    <TextField
      label={label}
      type="datetime-local"
      className="medium"
      hint={`Time of ${timeZone}.`}
      {...field(name)}
    />
  );
  return (
    <PostForm className="stack">
      <ErrorSummary problems={summary} />
      <input type="hidden" name="version" value={reply?.version ?? props.version} />
      {props.entry !== undefined && <input type="hidden" name="entry" value={reply?.entry ?? props.entry} />}
      <TextField label="Title" {...field("title")} />
      <TextArea label="Description" {...field("description")} optional rows={5} />
      <div className="beside">
        {wall("startsAt", "Begins")}
        {wall("endsAt", "Ends")}
      </div>
      <div className="beside">
        <SelectField label="Room" {...field("roomId")} emptyOption="No room" options={props.rooms} />
        <SelectField label="Track" {...field("trackId")} emptyOption="No track" options={props.tracks} />
      </div>
      <fieldset className="field">
        <legend>
          Speakers<span className="optional"> (optional)</span>
        </legend>
        <div className="hint" id="speaker-hint">
          Names from the library, in the order in which they are shown. Empty fields are ignored. Save to get
          more fields.
        </div>
        {problems["speaker"] && <FieldError name="speaker">{problems["speaker"]}</FieldError>}
        <div className="stack tight">
          {Array.from({ length: speakers.length + MORE_SPEAKERS }, (_, index) => index + 1).map((number) => (
            <input
              key={number}
              {...fieldAttributes({
                name: "speaker",
                hint: true,
                ...(problems["speaker"] && { error: problems["speaker"] }),
              })}
              id={`speaker-${number}`}
              aria-label={`Speaker ${number}`}
              list="speaker-names"
              autoComplete="off"
              defaultValue={speakers[number - 1]}
            />
          ))}
        </div>
        <datalist id="speaker-names">
          {speakerNames.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </fieldset>
      <div className="beside">
        <SelectField
          label="For"
          {...field("accessLevel")}
          emptyOption="Everybody signed in"
          options={props.levels}
        />
        <TextField
          label="Places"
          {...field("capacity")}
          optional
          className="short"
          inputMode="numeric"
          hint={props.capacityHint}
        />
      </div>
      <TextField
        label="Give away the places of the absent after (minutes)"
        {...field("giveAwayMinutes")}
        optional
        className="short"
        inputMode="numeric"
        hint={programmeMessages.editing.giveAwayHint}
      />
      <TextField
        label="Recording"
        {...field("recording")}
        optional
        list="recording-titles"
        autoComplete="off"
        hint="A video in the library, with its id in parentheses. It is shown once it is published there."
      />
      <datalist id="recording-titles">
        {recordings.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <UnsavedChanges unsaved={reply !== undefined} />
      <div className="actions">
        <Button name="intent" value="save">
          Save
        </Button>
        <a href={`/admin/scheduling?day=${(values["startsAt"] ?? "").slice(0, 10)}`}>Back to the day</a>
      </div>
    </PostForm>
  );
}
