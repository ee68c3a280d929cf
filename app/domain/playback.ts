import type { VideoSource } from "./types.ts";

/** Seconds after which somebody has begun a video, and those at its end without which it is watched. */
export const RESUMED_AFTER = 10;
export const WATCHED_BEFORE_END = 15;

/** The second to go on from, or null where there is nothing to resume: hardly begun, or watched. */
export function resumeAt(seconds: number | null, lengthSeconds: number): number | null {
  if (seconds === null) return null;
  return seconds > RESUMED_AFTER && seconds < lengthSeconds - WATCHED_BEFORE_END ? seconds : null;
}

/** Whether it has been watched to its end, credits aside. */
export function isWatched(seconds: number | null, lengthSeconds: number): boolean {
  return seconds !== null && seconds > 0 && seconds >= lengthSeconds - WATCHED_BEFORE_END;
}

/** A second of a video as players write it: 760 → "12:40", 3661 → "1:01:01". */
export function timecode(seconds: number): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** The second that `?t=` of an address names, inside the video; null where it names none. */
export function startIn(asked: string | null, lengthSeconds: number): number | null {
  if (asked === null || !/^\d{1,6}$/.test(asked)) return null;
  return Math.min(Number(asked), lengthSeconds - 1);
}

/** The chapter that is on at a second: the last that has begun. */
export function chapterAt<Chapter extends { at: number }>(chapters: Chapter[], seconds: number) {
  return chapters.findLast(({ at }) => at <= seconds) ?? null;
}

/** A player of another service that a page frames. `origin` is all that the page's policy is opened for. */
export type Embedded = { origin: string; src: string; watch: string; service: string };

/**
 * The privacy-respecting frame of a video that a public service holds, and its page there for who runs no
 * scripts; null for what comes from elsewhere, or under an id that is none of the service's.
 */
export function embedded(source: VideoSource, id: string, startSeconds = 0): Embedded | null {
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

/** Where a picture of a speaker or a video is shown from, by its key in the file store. */
export function pictureAddress(key: string | null): string | null {
  return key === null ? null : `/media/${key.replace(/^assets\//, "")}`;
}
