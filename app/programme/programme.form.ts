import * as z from "zod";
import { parseForm } from "~/values/parse.form.ts";
import { tidyLine } from "~/values/plain-text.ts";
import { line, lines, needed } from "~/values/text.form.ts";
import { isDay } from "~/values/times.ts";
import { programmeMessages } from "./messages.ts";
import { LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_TITLE, MOST_SPEAKERS } from "./programme.ts";
import { giveAwayMinutesIn, placesIn, type SessionFields } from "./session-fields.ts";

const orNull = line(LONGEST_NAME).transform((typed) => typed || null);

const Session = z.object({
  title: needed(line(LONGEST_TITLE)),
  description: lines(LONGEST_DESCRIPTION),
  /** Local times in the conference's zone. */
  startsAt: needed(line(20)),
  endsAt: needed(line(20)),
  roomId: orNull,
  trackId: orNull,
  accessLevel: orNull,
  capacity: line(20)
    .refine((typed) => typed === "" || placesIn(typed) !== null, {
      error: programmeMessages.editing.capacity,
    })
    .transform(placesIn),
  giveAwayMinutes: line(20)
    .optional()
    .refine((typed = "") => typed === "" || giveAwayMinutesIn(typed) !== null, {
      error: programmeMessages.editing.giveAway,
    })
    .transform((typed = "") => giveAwayMinutesIn(typed)),
  recording: line(500),
});

/** The names of speakers in a posted form, without empty fields. */
export const speakersIn = (form: FormData): string[] =>
  form
    .getAll("speaker")
    .flatMap((name) => (typeof name === "string" ? tidyLine(name) : []))
    .filter(Boolean);

/** A posted session; if the form is not valid, the problem with each field. */
export function parseSessionForm(
  form: FormData,
): { request: SessionFields } | { problems: Record<string, string> } {
  const speakers = speakersIn(form);
  const single = new FormData();
  for (const [name, value] of form) if (name in Session.shape) single.set(name, value);
  const parsed = parseForm(Session, single);
  const problems = {
    ...("problems" in parsed && parsed.problems),
    ...(speakers.length > MOST_SPEAKERS && { speaker: programmeMessages.editing.tooManySpeakers }),
  };
  if (!("request" in parsed) || Object.keys(problems).length > 0) return { problems };
  return { request: { ...parsed.request, speakers } };
}

const Named = z.object({
  title: needed(line(LONGEST_NAME)),
  link: line(500)
    .refine((typed) => typed === "" || isLink(typed), { error: programmeMessages.editing.link })
    .transform((typed) => typed || null),
});

/** A posted room or track; if the form is not valid, the problem with each field. The link of a track is ignored. */
export const parseNamedForm = (form: FormData) => parseForm(Named, form);

function isLink(text: string): boolean {
  return /^https:\/\/[^\s/]/.test(text) && URL.canParse(text);
}

/** The day that the URL asks for; null if it asks for none. */
export function dayIn(params: URLSearchParams): string | null {
  const day = params.get("day") ?? "";
  return isDay(day) ? day : null;
}
