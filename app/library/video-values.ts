import type { Chapter } from "~/values/shapes.ts";
import type { VideoAccess, VideoSource } from "~/values/types.ts";
import { timecode } from "./playback.ts";
import { chapterLines } from "./videos.ts";

/** The contents of the form: the fields as typed, and the chosen speakers and categories. */
export type VideoValues = Record<(typeof VIDEO_FIELDS)[number], string> & {
  published: boolean;
  categories: string[];
  speakers: string[];
};

export type VideoChoices = {
  categories: { id: string; title: string }[];
  speakers: { id: string; name: string }[];
};

/** The values for a new video. */
export const EMPTY_VIDEO: VideoValues = {
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

export const VIDEO_LABELS: Record<(typeof VIDEO_FIELDS)[number], string> = {
  title: "Title",
  description: "Description",
  access: "Who may watch it",
  source: "Where it comes from",
  sourceId: "Key, id or address",
  length: "Length",
  chapters: "Chapters",
  newCategory: "New category",
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

/** The values of a stored video in the form in which the page shows them. */
export const videoValues = ({
  lengthSeconds,
  chapters,
  publishedAt,
  ...stored
}: StoredVideo): VideoValues => ({
  ...EMPTY_VIDEO,
  ...stored,
  length: timecode(lengthSeconds),
  chapters: chapterLines(chapters),
  published: publishedAt !== null,
});

/** The stored video in words. It is shown to an editor whose own version is out of date. */
export function videoSummary(values: VideoValues, choices: VideoChoices): [label: string, value: string][] {
  const { title, description, access, source, sourceId, length, chapters, published } = values;
  const speakers = choices.speakers.filter(({ id }) => values.speakers.includes(id));
  const categories = choices.categories.filter(({ id }) => values.categories.includes(id));
  return [
    [VIDEO_LABELS.title, title],
    [VIDEO_LABELS.description, description],
    ["Speakers", speakers.map(({ name }) => name).join(", ")],
    ["Categories", categories.map((category) => category.title).join(", ")],
    [VIDEO_LABELS.access, access === "open" ? "Everybody" : "Subscribers"],
    [VIDEO_LABELS.source, `${SOURCE_TITLES[source as VideoSource] ?? source}: ${sourceId}`],
    [VIDEO_LABELS.length, length],
    [VIDEO_LABELS.chapters, chapters],
    ["Published", published ? "Yes" : "No"],
  ];
}

/** The fields of a video that are typed or chosen from a few options, in the order of the form. */
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
