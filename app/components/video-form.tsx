import { timecode } from "../domain/playback.ts";
import type { VideoAccess, VideoSource } from "../domain/types.ts";
import { type Chapter, chapterLines } from "../domain/videos.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { CheckboxField, RadioGroup, TextArea, TextField } from "./field.tsx";
import { PostForm } from "./post-form.tsx";

export const VIDEO_FIELDS = [
  "title",
  "description",
  "access",
  "source",
  "sourceId",
  "length",
  "chapters",
  "newCategory",
] as const;

/** What is in the form: the fields as they were typed, and what is chosen. */
export type VideoValues = Record<(typeof VIDEO_FIELDS)[number], string> & {
  published: boolean;
  categories: string[];
  speakers: string[];
};

export type VideoReply = { values?: VideoValues; problems: Record<string, string>; reason?: string };

export type VideoChoices = {
  categories: { id: string; title: string }[];
  speakers: { id: string; name: string }[];
};

const EMPTY: VideoValues = {
  title: "",
  description: "",
  access: "premium",
  source: "file",
  sourceId: "",
  length: "",
  chapters: "",
  newCategory: "",
  published: false,
  categories: [],
  speakers: [],
};

export const SOURCE_TITLES: Record<VideoSource, string> = {
  file: "File in our store",
  stream: "Cloudflare Stream",
  youtube: "YouTube",
  vimeo: "Vimeo",
};

type StoredVideo = {
  title: string;
  description: string;
  access: VideoAccess;
  source: VideoSource;
  sourceId: string;
  lengthSeconds: number;
  chapters: Chapter[];
  publishedAt: number | null;
  categories: string[];
  speakers: string[];
};

/** A stored video as the form shows it. */
export const videoValues = ({
  lengthSeconds,
  chapters,
  publishedAt,
  ...stored
}: StoredVideo): VideoValues => ({
  ...EMPTY,
  ...stored,
  length: timecode(lengthSeconds),
  chapters: chapterLines(chapters),
  published: publishedAt !== null,
});

/** A stored video in words, for who edits another version of it. */
export function videoSummary(stored: StoredVideo, choices: VideoChoices): [label: string, value: string][] {
  const { title, description, access, source, sourceId, lengthSeconds, chapters, publishedAt } = stored;
  const speakers = choices.speakers.filter(({ id }) => stored.speakers.includes(id));
  const categories = choices.categories.filter(({ id }) => stored.categories.includes(id));
  return [
    ["Title", title],
    ["Description", description],
    ["Speakers", speakers.map(({ name }) => name).join(", ")],
    ["Categories", categories.map((category) => category.title).join(", ")],
    ["Who may watch it", access === "open" ? "Everybody" : "Subscribers"],
    ["Where it comes from", `${SOURCE_TITLES[source]}: ${sourceId}`],
    ["Length", timecode(lengthSeconds)],
    ["Chapters", chapterLines(chapters)],
    ["Published", publishedAt === null ? "No" : "Yes"],
  ];
}

/** Adds or changes a video. */
export function VideoForm({
  heading,
  stored,
  version,
  choices,
  reply,
}: {
  heading: string;
  stored?: VideoValues;
  /** Of the stored one, which a change is made over. */
  version?: number;
  choices: VideoChoices;
  reply?: VideoReply;
}) {
  const values = reply?.values ?? stored ?? EMPTY;
  const problems = reply?.problems ?? {};
  return (
    <Card title={heading}>
      <PostForm className="stack">
        <ErrorSummary
          problems={[
            ...(reply?.reason ? [{ message: reply.reason }] : []),
            ...VIDEO_FIELDS.flatMap((field) =>
              problems[field] ? [{ field, message: problems[field] }] : [],
            ),
          ]}
        />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <TextField
          label="Title"
          name="title"
          maxLength={200}
          defaultValue={values.title}
          error={problems["title"]}
        />
        <TextArea
          label="Description"
          name="description"
          rows={4}
          maxLength={5000}
          optional
          defaultValue={values.description}
          error={problems["description"]}
        />
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
          none="There is none yet: name one below."
        />
        <TextField
          label="New category"
          name="newCategory"
          hint="It is made when you save, and the video is in it."
          className="medium"
          maxLength={200}
          optional
          defaultValue={values.newCategory}
          error={problems["newCategory"]}
        />
        <RadioGroup
          label="Who may watch it"
          name="access"
          defaultValue={values.access}
          options={[
            { value: "premium", label: "Premium", hint: "Subscribers to HPAIR+." },
            { value: "open", label: "Open", hint: "Everybody." },
          ]}
          error={problems["access"]}
        />
        <RadioGroup
          label="Where it comes from"
          name="source"
          defaultValue={values.source}
          options={[
            { value: "file", label: SOURCE_TITLES.file, hint: "Put there before, under videos/." },
            { value: "stream", label: SOURCE_TITLES.stream, hint: "Set to need signed addresses there." },
            { value: "youtube", label: SOURCE_TITLES.youtube, hint: "Open videos only." },
            { value: "vimeo", label: SOURCE_TITLES.vimeo, hint: "Open videos only." },
          ]}
          error={problems["source"]}
        />
        <TextField
          label="Key, id or address"
          name="sourceId"
          hint="Of a file: its key, such as videos/opening.mp4. Of Stream: the video’s id. Of YouTube and Vimeo: the id or the address."
          maxLength={300}
          defaultValue={values.sourceId}
          error={problems["sourceId"]}
        />
        <TextField
          label="Length"
          name="length"
          hint="1:02:30, 12:30 or in seconds."
          className="short"
          maxLength={12}
          defaultValue={values.length}
          error={problems["length"]}
        />
        <TextArea
          label="Chapters"
          name="chapters"
          hint="One a line: when it begins, and its title. 12:30 Questions"
          rows={5}
          maxLength={5000}
          optional
          defaultValue={values.chapters}
          error={problems["chapters"]}
        />
        <CheckboxField
          label="Published"
          name="published"
          hint="Until then only staff see it."
          defaultChecked={values.published}
        />
        <p className="actions">
          <Button name="intent" value="save">
            {stored ? "Save" : "Add video"}
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}

/** Several of a list that may be long. */
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
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {options.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <div className="choices chosen-of-many">
          {options.map((option) => (
            <label className="choice" key={option.id}>
              <input
                type="checkbox"
                name={name}
                value={option.id}
                defaultChecked={chosen.includes(option.id)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
