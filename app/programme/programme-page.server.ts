import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { mayAccess, whereToBuy } from "~/access/access.ts";
import type { SignedIn, Visit } from "~/platform/context.server.ts";
import { frameOf } from "~/site/frame.server.ts";
import { readSurroundings } from "~/site/surroundings.server.ts";
import { clockAt, isDay, placeOf } from "~/values/times.ts";
import { clashesWith, isFound, mayAttend, mayChoose, spanIn } from "./agenda.ts";
import type { ProgrammeSession } from "./programme.server.ts";
import { nextOf, sessionState } from "./programme.ts";
import { type Part, readScheduling, type Scheduling } from "./scheduling.server.ts";

const readings = new WeakMap<AppLoadContext, Promise<Scheduling>>();

/** The data of a page about the programme, read once for both the page and the frame around it. */
export function schedulingOf({ request, context }: LoaderFunctionArgs, visit: SignedIn): Promise<Scheduling> {
  const reading = readings.get(context) ?? readScheduling(context, visit, partOf(new URL(request.url)));
  readings.set(context, reading);
  return reading;
}

/** The frame around the page, from the same round trip as the page. */
export const readSchedulingFrame = (args: LoaderFunctionArgs) =>
  frameOf(args, async (context, visit) =>
    isSignedIn(visit) ? (await schedulingOf(args, visit)).surroundings : readSurroundings(context, visit),
  );

const isSignedIn = (visit: Visit): visit is SignedIn => visit.viewer !== null;

function partOf({ pathname, searchParams }: URL): Part {
  if (pathname.includes("/agenda")) return "agenda";
  const day = searchParams.get("day") ?? "";
  return { day: isDay(day) ? day : null };
}

/** One session in the form in which its viewer may see it. */
export function sessionView(scheduling: Scheduling, { viewer, now }: SignedIn, zone: string | null) {
  const { sessions, chosen, missed, rooms, tracks, taken, library, timeZone, held } = scheduling;
  const holder = { ...viewer, passes: held };
  const mayWatch = mayAccess("hpairPlus", holder, scheduling).allowed;
  const next = new Set(nextOf(sessions, now).map(({ id }) => id));
  const roomOf = new Map(rooms.map((room) => [room.id, room]));
  const trackOf = new Map(tracks.map((track) => [track.id, track.title]));
  const takenOf = new Map(taken.map((places) => [places.sessionId, places]));
  const mineOf = new Map(chosen.map((place) => [place.id, place]));
  const missedAt = new Map(missed.map(({ id, at }) => [id, at]));
  return (session: ProgrammeSession) => {
    const { id, title, description, startsAt, endsAt, capacity, recordingId } = session;
    const mine = mineOf.get(id) ?? null;
    const state = sessionState(session, now);
    const isOpen = state === "ahead" || state === "now";
    const gate = mayAttend(session, holder, scheduling);
    const room = session.roomId === null ? undefined : roomOf.get(session.roomId);
    const recording = recordingId === null ? undefined : library.recordings.get(recordingId);
    const { held: heldPlaces = 0, waiting = 0 } = takenOf.get(id) ?? {};
    const left = capacity === null || waiting > 0 ? 0 : Math.max(0, capacity - heldPlaces);
    return {
      ...{ id, title, description, state },
      isNext: next.has(id),
      from: new Date(startsAt).toISOString(),
      until: new Date(endsAt).toISOString(),
      day: session.day,
      times: spanIn(session, timeZone, timeZone),
      ownTimes: zone && `${spanIn(session, zone, timeZone)} in ${placeOf(zone)}`,
      track: session.trackId === null ? null : (trackOf.get(session.trackId) ?? null),
      room: room?.title ?? null,
      // The link of an online room is only for people who may attend the session and have a place in it.
      link: gate.allowed && mine?.state === "held" && state !== "cancelled" ? (room?.link ?? null) : null,
      speakers: session.speakers.flatMap((speakerId) => {
        const speaker = library.speakers.get(speakerId);
        if (!speaker) return [];
        const href = mayWatch ? `/plus/speaker/${speaker.id}` : null;
        return [{ id: speaker.id, name: speaker.name, about: aboutOf(speaker), href }];
      }),
      recording: recording?.publishedAt ? { href: mayWatch ? `/plus/video/${recording.id}` : null } : null,
      mine: mine && { state: mine.state, position: mine.position },
      missed: missedAt.has(id) ? clockAt(missedAt.get(id)!, timeZone) : null,
      places: capacity === null || !isOpen ? null : left,
      clashes: isOpen ? clashesWith(session, chosen).map((other) => other.title) : [],
      mayChoose: mayChoose(session, holder, scheduling, now).allowed,
      refusal:
        isOpen && !gate.allowed
          ? {
              reason: gate.reason,
              wayIn: whereToBuy(session.accessLevel ?? "signed-in", holder.passes, scheduling.addOns),
            }
          : null,
    };
  };
}

const aboutOf = ({ title, organisation }: { title: string; organisation: string }) =>
  [title, organisation].filter(Boolean).join(", ");

/** The sessions that contain the words and, if a track is given, belong to that track. */
export function searched(
  { sessions, library }: Scheduling,
  { search, track }: { search: string; track: string },
): ProgrammeSession[] {
  return sessions.filter(
    ({ title, description, speakers, trackId }) =>
      (track === "" || trackId === track) &&
      isFound(search, [
        ...[title, description],
        ...speakers.map((id) => library.speakers.get(id)?.name ?? ""),
      ]),
  );
}
