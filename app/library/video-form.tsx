import { CheckboxField, RadioGroup, TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { LibraryForm } from "./library-staff.tsx";
import {
  EMPTY_VIDEO,
  SOURCE_TITLES,
  VIDEO_FIELDS,
  VIDEO_LABELS,
  type VideoChoices,
  type VideoValues,
} from "./video-values.ts";

export type VideoReply = {
  values?: VideoValues;
  problems: Record<string, string>;
  reason?: string;
  /** The id of the form that adds a new video; absent if a stored video is changed. */
  entry?: string;
  /** Set if another person has saved the video since the form was opened. */
  isChanged?: true;
  /** The version that the typed form was made from; absent if `isChanged`. */
  version?: number;
};

/** Adds or changes a video. */
export function VideoForm({
  heading,
  stored,
  version,
  entry,
  choices,
  reply,
}: {
  heading: string;
  stored?: VideoValues;
  /** The version of the stored video that is being changed; absent for a new video. */
  version?: number;
  entry?: string;
  choices: VideoChoices;
  reply?: VideoReply;
}) {
  const values = reply?.values ?? stored ?? EMPTY_VIDEO;
  const field = fieldsOf<(typeof VIDEO_FIELDS)[number]>(values, reply?.problems ?? {});
  return (
    <LibraryForm
      heading={heading}
      version={reply?.version ?? version}
      entry={reply?.entry ?? entry}
      problems={labelled(problemsOf(reply, VIDEO_FIELDS), VIDEO_LABELS)}
      isTyped={reply?.values !== undefined}
      save={stored ? "Save" : "Add video"}
    >
      <TextField label={VIDEO_LABELS.title} {...field("title")} />
      <TextArea label={VIDEO_LABELS.description} {...field("description")} rows={4} optional />
      <Chosen
        label="Speakers"
        name="speakers"
        options={choices.speakers.map(({ id, name }) => ({ id, label: name }))}
        chosen={values.speakers}
        none="Nobody yet: add them under Speakers first."
      />
      <Chosen
        label="Categories"
        name="categories"
        options={choices.categories.map(({ id, title }) => ({ id, label: title }))}
        chosen={values.categories}
        none="There are none yet: name one below."
      />
      <TextField
        label={VIDEO_LABELS.newCategory}
        {...field("newCategory")}
        hint="When you save, it is created and the video is put into it."
        className="medium"
        optional
      />
      <RadioGroup
        label={VIDEO_LABELS.access}
        {...field("access")}
        options={[
          { value: "premium", label: "Premium", hint: "Subscribers." },
          { value: "open", label: "Open", hint: "Everybody." },
        ]}
      />
      <RadioGroup
        label={VIDEO_LABELS.source}
        {...field("source")}
        options={[
          {
            value: "file",
            label: SOURCE_TITLES.file,
            hint: "A file that is already in the store, under videos/.",
          },
          {
            value: "stream",
            label: SOURCE_TITLES.stream,
            hint: "Set the video to require signed URLs there.",
          },
          { value: "youtube", label: SOURCE_TITLES.youtube, hint: "Open videos only." },
          { value: "vimeo", label: SOURCE_TITLES.vimeo, hint: "Open videos only." },
        ]}
      />
      <TextField
        label={VIDEO_LABELS.sourceId}
        {...field("sourceId")}
        hint="For a file: its key, such as videos/opening.mp4. For Stream: the video’s id. For YouTube and Vimeo: the id or the address."
      />
      <TextField
        label={VIDEO_LABELS.length}
        {...field("length")}
        hint="1:02:30, 12:30 or in seconds."
        className="short"
      />
      <TextArea
        label={VIDEO_LABELS.chapters}
        {...field("chapters")}
        hint="One per line: when it begins, and its title, such as 12:30 Questions"
        rows={5}
        optional
      />
      <CheckboxField
        label="Published"
        name="published"
        hint="Until then only staff see it."
        defaultChecked={values.published}
      />
    </LibraryForm>
  );
}

/** Checkboxes for a list, which scrolls if it is long. The ticked ones come first. */
function Chosen({
  label,
  name,
  options,
  chosen,
  none,
}: {
  label: string;
  name: string;
  options: { id: string; label: string }[];
  chosen: string[];
  none: string;
}) {
  const isChosen = ({ id }: { id: string }) => chosen.includes(id);
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {options.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <div className="choices chosen-of-many">
          {[...options]
            .sort((one, other) => Number(isChosen(other)) - Number(isChosen(one)))
            .map((option) => (
              <label className="choice" key={option.id}>
                <input type="checkbox" name={name} value={option.id} defaultChecked={isChosen(option)} />
                <span>{option.label}</span>
              </label>
            ))}
        </div>
      )}
    </fieldset>
  );
}
