import * as z from "zod";
import { tidyLine } from "../domain/plain-text.ts";
import {
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_TITLE,
  MOST_SPEAKERS,
  placesIn,
  type SessionFields,
} from "../domain/schedule-file.ts";
import { staffMessages } from "../domain/staff-messages.ts";
import { isDay } from "../domain/times.ts";
import { SCHEDULE_ACTS } from "../domain/types.ts";
import { parseForm } from "./parse.ts";
import { line, lines, needed } from "./text.ts";

const orNull = line(LONGEST_NAME).transform((given) => given || null);

const Session = z.object({
  title: needed(line(LONGEST_TITLE)),
  description: lines(LONGEST_DESCRIPTION),
  /** Wall times in the conference's zone. */
  startsAt: needed(line(20)),
  endsAt: needed(line(20)),
  roomId: orNull,
  trackId: orNull,
  accessLevel: orNull,
  capacity: line(20)
    .refine((given) => given === "" || placesIn(given) !== null, { error: staffMessages.programme.capacity })
    .transform(placesIn),
  recording: line(500),
});

/** Names of speakers in a posted form, without the fields that were left empty. */
export const speakersIn = (form: FormData): string[] =>
  form
    .getAll("speaker")
    .flatMap((name) => (typeof name === "string" ? tidyLine(name) : []))
    .filter(Boolean);

/** A posted session, or what is wrong with it by field. */
export function parseSessionForm(
  form: FormData,
): { request: SessionFields } | { problems: Record<string, string> } {
  const speakers = speakersIn(form);
  const single = new FormData();
  for (const [name, value] of form) if (name in Session.shape) single.set(name, value);
  const parsed = parseForm(Session, single);
  const problems = {
    ...("problems" in parsed && parsed.problems),
    ...(speakers.length > MOST_SPEAKERS && { speaker: staffMessages.programme.tooManySpeakers }),
  };
  if (!("request" in parsed) || Object.keys(problems).length > 0) return { problems };
  return { request: { ...parsed.request, speakers } };
}

const Named = z.object({
  title: needed(line(LONGEST_NAME)),
  link: line(500)
    .refine((given) => given === "" || isLink(given), { error: staffMessages.programme.link })
    .transform((given) => given || null),
});

/** A posted room or track, or what is wrong with it by field; a track's link means nothing. */
export const parseNamedForm = (form: FormData) => parseForm(Named, form);

function isLink(text: string): boolean {
  return /^https:\/\/[^\s/]/.test(text) && URL.canParse(text);
}

/** The version that a posted form was made over; one that no row has where it says none. */
export function versionIn(form: FormData): number {
  const version = form.get("version");
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

const Filter = z.object({
  act: z.enum(SCHEDULE_ACTS).optional().catch(undefined),
  after: z.coerce.number().int().min(0).catch(0).default(0),
});

/** Which lines of a plan are asked for; what is no filter is left out. */
export const scheduleFilterOf = (asked: URLSearchParams) => Filter.parse(Object.fromEntries(asked));

/** The day that is asked for; null for none. */
export function dayIn(asked: URLSearchParams): string | null {
  const day = asked.get("day") ?? "";
  return isDay(day) ? day : null;
}
