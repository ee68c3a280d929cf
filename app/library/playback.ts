import type { VideoSource } from "~/values/types.ts";

/**
 * Limits in seconds. A video counts as begun once more than `RESUMED_AFTER` seconds of it have been played. It counts
 * as watched once at most `WATCHED_BEFORE_END` seconds are left.
 */
export const RESUMED_AFTER = 10;
export const WATCHED_BEFORE_END = 15;

/** The greatest length of a video. */
export const LONGEST_VIDEO_HOURS = 24;

/** The second from which to resume; null if the video has hardly been begun or has already been watched. */
export function resumeAt(seconds: number | null, lengthSeconds: number): number | null {
  if (seconds === null) return null;
  return seconds > RESUMED_AFTER && seconds < lengthSeconds - WATCHED_BEFORE_END ? seconds : null;
}

/** Whether a video has been watched to its end, apart from the credits. */
export function isWatched(seconds: number | null, lengthSeconds: number): boolean {
  return seconds !== null && seconds > 0 && seconds >= lengthSeconds - WATCHED_BEFORE_END;
}

/** A time in a video in the form in which players show it: 760 → "12:40", 3661 → "1:01:01". */
export function timecode(seconds: number): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** The second that `?t=` gives in a URL, limited to the video's length; null if there is none. */
export function startIn(asked: string | null, lengthSeconds: number): number | null {
  if (asked === null || !/^\d{1,6}$/.test(asked)) return null;
  return Math.min(Number(asked), lengthSeconds - 1);
}

/** The chapter at a second of the video: the last one that has begun by then; null before the first. */
export function chapterAt<Chapter extends { at: number }>(chapters: Chapter[], seconds: number) {
  return chapters.findLast(({ at }) => at <= seconds) ?? null;
}

/**
 * The player of another service, to be shown in a frame. `origin` is the only other origin that the page's content
 * policy allows.
 */
export type EmbeddedVideo = { origin: string; src: string; watch: string; service: string };

/**
 * The frame for a video that is hosted by a public service, in the form that tracks visitors least. It comes with the
 * URL of the video's page at that service, for visitors without scripts. Null if the video is hosted elsewhere, or if
 * the id cannot be an id of that service.
 */
export function embedded(source: VideoSource, id: string, startSeconds = 0): EmbeddedVideo | null {
  if (source === "youtube" && /^[\w-]{11}$/.test(id)) {
    const origin = "https://www.youtube-nocookie.com";
    const start = startSeconds > 0 ? `&start=${startSeconds}` : "";
    return {
      origin,
      src: `${origin}/embed/${id}?autoplay=1&rel=0${start}`,
      watch: `https://www.youtube.com/watch?v=${id}${startSeconds > 0 ? `&t=${startSeconds}s` : ""}`,
      service: "YouTube",
    };
  }
  if (source === "vimeo" && /^\d{6,12}$/.test(id)) {
    const origin = "https://player.vimeo.com";
    const start = startSeconds > 0 ? `#t=${startSeconds}s` : "";
    return {
      origin,
      src: `${origin}/video/${id}?dnt=1&autoplay=1${start}`,
      watch: `https://vimeo.com/${id}${start}`,
      service: "Vimeo",
    };
  }
  return null;
}

/** The URL of a picture of a speaker or a video, from its key in the file store. */
export function pictureAddress(key: string | null): string | null {
  return key === null ? null : `/media/${key.replace(/^assets\//, "")}`;
}
