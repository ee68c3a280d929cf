import type { Chapter } from "~/values/shapes.ts";
import type { VideoAccess, VideoSource } from "~/values/types.ts";
import { libraryMessages } from "./messages.ts";
import { LONGEST_VIDEO_HOURS, timecode } from "./playback.ts";

/** A video as a list shows it. `seconds` is how far this person has watched; null if they have not begun. */
export type ListedVideo = {
  id: string;
  title: string;
  lengthSeconds: number;
  thumbnailKey: string | null;
  /** The names joined by commas; null if there are none. */
  speakers: string | null;
  seconds: number | null;
};

export type VideoRuling<Value> = { allowed: true; value: Value } | { allowed: false; reason: string };

const MOST_CHAPTERS = 100;
const LONGEST_TITLE = 200;

const allowed = <Value>(value: Value) => ({ allowed: true as const, value });
const refused = (reason: string) => ({ allowed: false as const, reason });

/** Reads "12:30", "1:02:30" or "750" as seconds; null for any other text. */
export function secondsOf(text: string): number | null {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text);
  if (!parts) return null;
  const [, hours, minutes, seconds] = parts;
  if (hours !== undefined && Number(minutes) > 59) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Reads the length of a video, as staff typed it, as seconds. */
export function videoLength(text: string): VideoRuling<number> {
  const seconds = secondsOf(text.trim());
  return seconds !== null && seconds > 0 && seconds <= LONGEST_VIDEO_HOURS * 3600
    ? allowed(seconds)
    : refused(libraryMessages.videos.length);
}

/** Reads the chapters that staff typed, one in each line ("12:30 Questions"). They are returned in order of time. */
export function chaptersIn(text: string, lengthSeconds: number): VideoRuling<Chapter[]> {
  const chapters: Chapter[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const written = line.trim();
    if (written === "") continue;
    const [, time, title] = /^(\S+)\s+(?:[-–—]\s+)?(.+)$/.exec(written) ?? [];
    const at = time === undefined ? null : secondsOf(time);
    if (at === null || !title || title.length > LONGEST_TITLE)
      return refused(libraryMessages.videos.chapter(index + 1));
    if (at >= lengthSeconds) return refused(libraryMessages.videos.chapterBeyond(index + 1));
    if (chapters.some((chapter) => chapter.at === at))
      return refused(libraryMessages.videos.chapterTwice(index + 1));
    chapters.push({ at, title });
  }
  if (chapters.length > MOST_CHAPTERS) return refused(libraryMessages.videos.tooManyChapters(MOST_CHAPTERS));
  return allowed(chapters.sort((one, other) => one.at - other.at));
}

/** The chapters as lines of text that staff can edit. */
export const chapterLines = (chapters: readonly Chapter[]) =>
  chapters.map(({ at, title }) => `${timecode(at)} ${title}`).join("\n");

/** The id of a video on YouTube, read from the id itself or from any form of the video's YouTube URL. */
export function youtubeId(text: string): string | null {
  const isId = (id: string | null | undefined) => (id && /^[\w-]{11}$/.test(id) ? id : null);
  const url = addressIn(text);
  if (!url) return isId(text.trim());
  const host = url.hostname.replace(/^(?:www|m|music)\./, "");
  if (host === "youtu.be") return isId(url.pathname.split("/")[1]);
  if (host !== "youtube.com" && host !== "youtube-nocookie.com") return null;
  const [, kind, id] = url.pathname.split("/");
  return kind === "watch"
    ? isId(url.searchParams.get("v"))
    : isId(["embed", "live", "shorts", "v"].includes(kind ?? "") ? id : null);
}

/** The id of a video on Vimeo, from the id itself or from the video's URL. */
export function vimeoId(text: string): string | null {
  const isId = (id: string | undefined) => (id && /^\d{6,12}$/.test(id) ? id : null);
  const url = addressIn(text);
  if (!url) return isId(text.trim());
  const host = url.hostname.replace(/^www\./, "");
  if (host !== "vimeo.com" && host !== "player.vimeo.com") return null;
  return isId(url.pathname.split("/").find((part) => /^\d{6,12}$/.test(part)));
}

/** Reads a URL, even if it was copied without "https://"; null if the text is not a URL. */
function addressIn(text: string): URL | null {
  const written = text.trim();
  if (!/[./]/.test(written)) return null;
  try {
    const url = new URL(/^https?:\/\//i.test(written) ? written : `https://${written}`);
    return url.protocol === "https:" || url.protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}

const FILE_KEY = /^videos\/(?!.*\/\/)[A-Za-z0-9][A-Za-z0-9 ._/-]{0,199}$/;

/** Reads the source of a video: a key under `videos/` in the file store, or an id at the service that hosts it. */
export function sourceIdOf(access: VideoAccess, source: VideoSource, text: string): VideoRuling<string> {
  const written = text.trim();
  if (access === "premium" && (source === "youtube" || source === "vimeo"))
    return refused(libraryMessages.videos.onlyOpen);
  switch (source) {
    case "file":
      return FILE_KEY.test(written) && !written.includes("..")
        ? allowed(written)
        : refused(libraryMessages.videos.fileKey);
    case "stream":
      return /^[0-9a-f]{32}$/.test(written) ? allowed(written) : refused(libraryMessages.videos.streamId);
    case "youtube": {
      const id = youtubeId(written);
      return id ? allowed(id) : refused(libraryMessages.videos.youtube);
    }
    case "vimeo": {
      const id = vimeoId(written);
      return id ? allowed(id) : refused(libraryMessages.videos.vimeo);
    }
  }
}

/**
 * The id of a category, made from its title for use in URLs. It is "" if the title has no letters or digits that can be
 * used.
 */
export function categoryId(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, 60).replace(/-$/, "");
}
