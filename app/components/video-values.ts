import { timecode } from "../domain/playback.ts";
import type { VideoAccess, VideoSource } from "../domain/types.ts";
import { type Chapter, chapterLines } from "../domain/videos.ts";
import type { VIDEO_FIELDS } from "../forms/library.ts";

/** What is in the form: the fields as they were typed, and what is chosen. */
export type VideoValues = Record<(typeof VIDEO_FIELDS)[number], string> & {
  published: boolean;
  categories: string[];
  speakers: string[];
};

export type VideoChoices = {
  categories: { id: string; title: string }[];
  speakers: { id: string; name: string }[];
};

/** Of a video that is not there yet. */
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
  ...EMPTY_VIDEO,
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
