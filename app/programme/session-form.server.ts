import type { AppLoadContext } from "@remix-run/cloudflare";
import { entryIn } from "~/money/payments/entries.form.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { typedIn, versionIn } from "~/values/parse.form.ts";
import { wallTime } from "~/values/times.ts";
import type { Refused } from "~/values/types.ts";
import { programmeMessages } from "./messages.ts";
import { parseSessionForm, speakersIn } from "./programme.form.ts";
import type { ProgrammeSession } from "./programme.server.ts";
import { type readEditing, type SaveSessionAnswer, saveSession } from "./session-editing.server.ts";
import { SESSION_LABELS, type SessionFormProps, type SessionReply } from "./session-form.ts";

const FIELDS = Object.keys(SESSION_LABELS) as (keyof typeof SESSION_LABELS)[];

type Editing = Awaited<ReturnType<typeof readEditing>>;

/** The data for the form of a session. A new session begins at nine on the given day. */
export function sessionForm(read: Editing, day: string | null): Omit<SessionFormProps, "reply"> {
  const { session, timeZone, speakerLabels, recordings, held } = read;
  const choices = (list: { id: string; title: string }[]) =>
    list.map(({ id, title }) => ({ value: id, label: title }));
  const label = ({ id, name }: { id: string; name: string }) => `${name} (${id})`;
  return {
    version: session?.version ?? 0,
    ...(!session && { entry: newId() }),
    stored: session
      ? storedOf(session, read)
      : { values: day ? { startsAt: `${day}T09:00`, endsAt: `${day}T10:00` } : {}, speakers: [] },
    timeZone,
    rooms: choices(read.rooms),
    tracks: choices(read.tracks),
    levels: read.levels,
    speakerNames: [...speakerLabels.values()],
    recordings: recordings.map(label),
    capacityHint: held > 0 ? programmeMessages.editing.lowering(held) : "Leave empty for no limit.",
  };
}

function storedOf(session: ProgrammeSession, { timeZone, speakerLabels, recordings }: Editing) {
  const recording = recordings.find(({ id }) => id === session.recordingId);
  return {
    values: {
      title: session.title,
      description: session.description,
      startsAt: wallTime(session.startsAt, timeZone),
      endsAt: wallTime(session.endsAt, timeZone),
      roomId: session.roomId ?? "",
      trackId: session.trackId ?? "",
      accessLevel: session.accessLevel ?? "",
      capacity: session.capacity === null ? "" : String(session.capacity),
      giveAwayMinutes: session.giveAwayMinutes === null ? "" : String(session.giveAwayMinutes),
      recording: recording ? `${recording.name} (${recording.id})` : (session.recordingId ?? ""),
    },
    speakers: session.speakers.map((id) => speakerLabels.get(id) ?? id),
  };
}

/**
 * The outcome of a posted session: the URL at which the session is shown now, or the form again with what was typed.
 */
export async function savePosted(
  context: AppLoadContext,
  visit: SignedIn,
  id: string | null,
  form: FormData,
): Promise<
  | { id: string; promoted: number }
  | Refused<404 | 409>
  | { reply: SessionReply; isChanged: boolean; status: 400 | 409 }
> {
  const parsed = parseSessionForm(form);
  const [version, entry] = [versionIn(form), entryIn(form) ?? newId()];
  const answer: SaveSessionAnswer =
    "problems" in parsed
      ? { problems: parsed.problems, status: 400 }
      : await saveSession(context, visit, { id, version, entry, fields: parsed.request });
  if ("id" in answer || "refused" in answer) return answer;
  const typed = typedSession(form);
  return "changed" in answer
    ? { reply: { ...typed, problems: {} }, isChanged: true, status: 409 }
    : {
        reply: { ...typed, version, ...(id === null && { entry }), problems: answer.problems },
        ...{ isChanged: false, status: answer.status },
      };
}

/** A session as it was typed. */
export const typedSession = (form: FormData) => ({
  values: typedIn(form, FIELDS),
  speakers: speakersIn(form),
});

/** The labels and stored values of the fields in which something else was typed. */
export function differences(
  { stored, rooms, tracks, levels }: Omit<SessionFormProps, "reply">,
  typed: Pick<SessionReply, "values" | "speakers">,
): [label: string, stored: string][] {
  const words: Partial<Record<string, { value: string; label: string }[]>> = {
    roomId: rooms,
    trackId: tracks,
    accessLevel: levels,
  };
  const read = (text = "") => text.replace(/\r\n?/g, "\n").trim();
  const differing = FIELDS.filter((field) => read(stored.values[field]) !== read(typed.values[field])).map(
    (field): [string, string] => {
      const value = stored.values[field] ?? "";
      return [SESSION_LABELS[field], words[field]?.find((one) => one.value === value)?.label ?? value];
    },
  );
  const [had, wanted] = [stored.speakers.join("; "), typed.speakers.join("; ")];
  return had === wanted ? differing : [...differing, ["Speakers", had]];
}
