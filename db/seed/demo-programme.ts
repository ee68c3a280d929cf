import { DAY } from "~/values/durations.ts";
import { CURRENT_CONFERENCE } from "./first-edition.ts";
import type { Rows } from "./rows.ts";

const ROOMS: [id: string, title: string, link?: string][] = [
  ["sanders", "Sanders Theatre"],
  ["science-center", "Science Center, Hall B"],
  ["fong", "Fong Auditorium"],
  ["northwest", "Northwest Building, B103"],
  ["online", "Virtual stage", "https://meet.hpair.example/virtual-stage"],
];

const TRACKS: [id: string, title: string][] = [
  ["plenary", "Plenary"],
  ["economy", "Economy and Trade"],
  ["technology", "Technology and Environment"],
  ["society", "Health and Society"],
];

const THURSDAY = "2023-02-16";
const FRIDAY = "2023-02-17";
const SATURDAY = "2023-02-18";
const SUNDAY = "2023-02-19";

type PlannedSession = {
  /** The name from which the id of the row is made. */
  name: string;
  title: string;
  description: string;
  /** The day and the times in Cambridge's time zone. */
  at: [day: string, start: string, end: string];
  room: string | null;
  track: string;
  level?: string;
  capacity?: number;
  cancelledAt?: string;
  /** The speakers in the library, by name. */
  speakers?: string[];
  recording?: string;
  /**
   * The accounts that chose the session, in the order in which they chose it. When no places are left, the remaining
   * accounts are on the waiting list.
   */
  chosenBy?: string[];
};

/** Every session of the demo, ordered by the time at which it begins. */
const SESSIONS: PlannedSession[] = [
  {
    name: "registration",
    title: "Registration and welcome desk",
    description: "Collect your badge and your room key. Bring the passport you registered with.",
    at: [FRIDAY, "08:00", "09:30"],
    room: "science-center",
    track: "plenary",
  },
  {
    name: "opening",
    title: "Opening ceremony",
    description: "The organising committee opens the thirty-first Harvard conference.",
    at: [FRIDAY, "09:30", "10:15"],
    room: "sanders",
    track: "plenary",
    level: "registered",
    chosenBy: ["goldplus", "gold"],
  },
  {
    name: "keynote-growth",
    title: "Keynote: Growing old before growing rich",
    description:
      "What ageing societies in East Asia teach those that will age next: who pays, who cares, and what can still be changed within ten years.",
    at: [FRIDAY, "10:30", "11:30"],
    room: "sanders",
    track: "economy",
    speakers: ["Farah Siddiqui"],
    level: "registered",
    chosenBy: ["goldplus", "gold"],
  },
  {
    name: "panel-ports",
    title: "Panel: Ports, chips and the price of distance",
    description:
      "Four people who move things across the Pacific, on which supply chains came back after 2020 and which never will.",
    at: [FRIDAY, "13:00", "14:15"],
    room: "science-center",
    track: "economy",
    speakers: ["Rajan Subramaniam", "Nurlan Abenov"],
    level: "goldPlus",
    capacity: 120,
    chosenBy: ["goldplus"],
  },
  {
    name: "panel-heat",
    title: "Panel: Cities at 45 degrees",
    description:
      "Cooling without burning more: shade, night work, district cooling, and who is left outside.",
    at: [FRIDAY, "13:00", "14:15"],
    room: "fong",
    track: "technology",
    speakers: ["Amihan Villanueva", "Farah Siddiqui"],
    level: "goldPlus",
    capacity: 80,
  },
  {
    name: "seminar-founders",
    title: "Executive seminar: The year we nearly closed",
    description:
      "A founder puts the real numbers of a bad year on the table, and the group decides what to do before hearing what was done.",
    at: [FRIDAY, "14:30", "16:00"],
    room: "northwest",
    track: "economy",
    speakers: ["Haruka Ōnishi"],
    level: "h2023execsem",
    capacity: 12,
    chosenBy: ["goldplus"],
  },
  {
    name: "workshop-data",
    title: "Workshop: Reading a balance sheet in an hour",
    description: "No experience needed. Bring a laptop; the file is handed out in the room.",
    at: [FRIDAY, "14:30", "15:30"],
    room: "fong",
    track: "economy",
    speakers: ["Rajan Subramaniam"],
    level: "goldPlus",
    capacity: 40,
  },
  {
    name: "virtual-welcome",
    title: "Virtual summit: Welcome and how to find each other",
    description: "How the virtual stage works, and tables of eight to meet delegates in your time zone.",
    at: [FRIDAY, "16:00", "16:45"],
    room: "online",
    track: "plenary",
    level: "registered",
    chosenBy: ["gold"],
  },
  {
    name: "virtual-trade",
    title: "Virtual summit: Who writes the rules of digital trade?",
    description:
      "Three agreements, three answers to where data may live. With time for questions from the chat.",
    at: [FRIDAY, "17:00", "18:00"],
    room: "online",
    track: "economy",
    speakers: ["Farah Siddiqui", "Park Joon-seo"],
    level: "registered",
    chosenBy: ["gold"],
  },
  {
    name: "impact-kickoff",
    title: "Impact challenge: Teams meet their problem",
    description: "Every team is given a problem by a partner organisation and has until Sunday.",
    at: [FRIDAY, "16:30", "17:45"],
    room: "science-center",
    track: "society",
    level: "goldPlus",
  },
  {
    name: "welcome-dinner",
    title: "Welcome dinner",
    description: "Vegetarian, halal and kosher dishes are marked. The waiver is checked at the door.",
    at: [FRIDAY, "18:30", "21:00"],
    room: null,
    track: "plenary",
    level: "goldPlus",
    chosenBy: ["goldplus"],
  },
  {
    name: "virtual-night",
    title: "Virtual summit: Midnight round table with Asia",
    description: "It is the next morning there. The round table goes on past midnight in Cambridge.",
    at: [FRIDAY, "23:30", "00:45"],
    room: "online",
    track: "society",
    speakers: ["Li Wenjing"],
    level: "registered",
  },
  {
    name: "keynote-health",
    title: "Keynote: A clinic in every valley",
    description: "Building health services where the road ends, told by somebody who has done it twice.",
    at: [SATURDAY, "09:00", "10:00"],
    room: "sanders",
    track: "society",
    speakers: ["Dr. Thandar Hlaing"],
    level: "registered",
    chosenBy: ["goldplus"],
  },
  {
    name: "panel-work",
    title: "Panel: Work after the spreadsheet",
    description:
      "What language models change in an office, from people who run offices in Seoul, Jakarta and Boston.",
    at: [SATURDAY, "10:15", "11:30"],
    room: "science-center",
    track: "technology",
    speakers: ["Haruka Ōnishi", "Park Joon-seo"],
    level: "goldPlus",
    capacity: 120,
    chosenBy: ["goldplus"],
  },
  {
    name: "panel-schools",
    title: "Panel: The lost school year",
    description: "Two years on, which children came back, which did not, and what brought them.",
    at: [SATURDAY, "10:15", "11:30"],
    room: "fong",
    track: "society",
    speakers: ["Li Wenjing"],
    level: "goldPlus",
    capacity: 80,
  },
  {
    name: "seminar-ministry",
    title: "Executive seminar: Inside a budget negotiation",
    description:
      "You play the ministries. A former permanent secretary plays the treasury and does not lose.",
    at: [SATURDAY, "11:00", "12:30"],
    room: "northwest",
    track: "economy",
    speakers: ["Rajan Subramaniam"],
    level: "h2023execsem",
    capacity: 12,
  },
  {
    name: "careers",
    title: "Career fair",
    description: "Partners of the conference at their tables. Bring a few printed résumés.",
    at: [SATURDAY, "11:30", "13:30"],
    room: "science-center",
    track: "plenary",
    level: "goldPlus",
  },
  {
    name: "walking-tour",
    title: "Walking tour: Harvard Yard before the tourists",
    description: "Meets at the statue. Few places, because the guide refuses to shout.",
    at: [SATURDAY, "13:30", "14:30"],
    room: null,
    track: "society",
    capacity: 3,
    chosenBy: ["goldplus", "gold", "signed", "accepted", "regular"],
  },
  {
    name: "workshop-policy",
    title: "Workshop: Write the one-page memo",
    description: "A minister reads one page. Write it, have it cut to half, and learn what survived.",
    at: [SATURDAY, "14:00", "15:30"],
    room: "fong",
    track: "society",
    level: "goldPlus",
    capacity: 30,
  },
  {
    name: "panel-grid",
    title: "Panel: One grid for the region?",
    description: "Hydropower in the north, sun in the south, and eleven regulators in between.",
    at: [SATURDAY, "14:45", "16:00"],
    room: "science-center",
    track: "technology",
    recording: "panel",
    speakers: ["Nurlan Abenov", "Rajan Subramaniam", "Farah Siddiqui"],
    level: "goldPlus",
    capacity: 120,
  },
  {
    name: "seminar-fintech",
    title: "Executive seminar: Lending to people banks cannot see",
    description: "Cancelled: the speaker cannot travel. Holders of a place have been told.",
    at: [SATURDAY, "15:00", "16:30"],
    room: "northwest",
    track: "economy",
    level: "h2023execsem",
    capacity: 12,
    cancelledAt: "2022-12-15T19:20:00Z",
    chosenBy: ["goldplus"],
  },
  {
    name: "virtual-climate",
    title: "Virtual summit: Counting carbon honestly",
    description: "How offsets are checked, by somebody who checks them and by somebody who stopped.",
    at: [SATURDAY, "16:00", "17:00"],
    room: "online",
    track: "technology",
    speakers: ["Amihan Villanueva"],
    level: "registered",
    chosenBy: ["gold"],
  },
  {
    name: "virtual-mental-health",
    title: "Virtual summit: Speaking about the mind",
    description: "Student counselling across four cultures: what translates and what does not.",
    at: [SATURDAY, "17:15", "18:15"],
    room: "online",
    track: "society",
    level: "registered",
  },
  {
    name: "cultural-night",
    title: "Cultural night",
    description: "Twelve acts by delegates. Rehearsal at 17:00 in the same hall.",
    at: [SATURDAY, "19:00", "22:00"],
    room: "sanders",
    track: "plenary",
    level: "goldPlus",
    chosenBy: ["goldplus"],
  },
  {
    name: "virtual-yoga",
    title: "Virtual summit: Stretch between two screens",
    description: "Twenty minutes away from the chair, for everybody who has signed in.",
    at: [SUNDAY, "07:30", "07:50"],
    room: "online",
    track: "society",
  },
  {
    name: "panel-ai",
    title: "Panel: Who answers for the machine?",
    description: "Liability for automated decisions, compared between Singapore, Japan, India and Brussels.",
    at: [SUNDAY, "09:30", "10:45"],
    room: "science-center",
    track: "technology",
    speakers: ["Park Joon-seo", "Farah Siddiqui"],
    level: "goldPlus",
    capacity: 120,
    chosenBy: ["goldplus"],
  },
  {
    name: "seminar-turnaround",
    title: "Executive seminar: Turning a family firm around",
    description: "A case in three parts. The third part is what really happened.",
    at: [SUNDAY, "09:30", "11:00"],
    room: "northwest",
    track: "economy",
    speakers: ["Haruka Ōnishi"],
    level: "h2023execsem",
    capacity: 12,
    chosenBy: ["goldplus"],
  },
  {
    name: "impact-final",
    title: "Impact challenge: Final",
    description: "Six teams, six minutes each. The jury asks, the hall votes.",
    at: [SUNDAY, "11:15", "13:00"],
    room: "sanders",
    track: "society",
    level: "registered",
  },
  {
    name: "virtual-alumni",
    title: "Virtual summit: Ten years after",
    description: "Delegates of 2013 on what became of the plans they made at this conference.",
    at: [SUNDAY, "13:30", "14:30"],
    room: "online",
    track: "plenary",
    level: "registered",
  },
  {
    name: "closing",
    title: "Closing ceremony",
    description: "Awards, thanks, and the city of the next conference.",
    at: [SUNDAY, "15:00", "16:00"],
    room: "sanders",
    track: "plenary",
    level: "registered",
    chosenBy: ["goldplus", "gold"],
  },
];

/** In February, Cambridge is five hours behind UTC. */
const instant = (day: string, time: string) => Date.parse(`${day}T${time}:00-05:00`);

/**
 * A programme of three days, with its rooms and tracks, and the sessions that some of the demo accounts chose.
 *
 * @param idOf returns the id of a row for its name.
 * @param uidOf returns the uid of a demo account.
 */
export function demoProgramme(idOf: (name: string) => string, uidOf: (account: string) => string): Rows {
  const conferenceId = CURRENT_CONFERENCE;
  const published = Date.parse(`${THURSDAY}T15:00:00Z`) - 70 * DAY;
  const programmeSessions = SESSIONS.map((planned) => {
    const [day, start, end] = planned.at;
    const startsAt = instant(day, start);
    const cancelledAt = planned.cancelledAt ? Date.parse(planned.cancelledAt) : null;
    return {
      id: idOf(`session ${planned.name}`),
      conferenceId,
      title: planned.title,
      description: planned.description,
      day,
      startsAt,
      // One session ends after midnight.
      endsAt: instant(day, end) + (end < start ? DAY : 0),
      roomId: planned.room,
      trackId: planned.track,
      speakers: (planned.speakers ?? []).map((name) => idOf(`speaker ${name}`)),
      accessLevel: planned.level ?? null,
      capacity: planned.capacity ?? null,
      recordingId: planned.recording ? idOf(`video ${planned.recording}`) : null,
      cancelledAt,
      version: cancelledAt === null ? 1 : 2,
      changedAt: cancelledAt ?? published,
    };
  });
  return {
    rooms: ROOMS.map(([id, title, link = null], position) => ({ conferenceId, id, title, link, position })),
    tracks: TRACKS.map(([id, title], position) => ({ conferenceId, id, title, position })),
    programmeSessions,
    sessionSpeakers: programmeSessions.flatMap(({ id, speakers }) =>
      speakers.map((speakerId) => ({ conferenceId, speakerId, sessionId: id })),
    ),
    places: SESSIONS.flatMap(({ name, capacity = Number.POSITIVE_INFINITY, chosenBy = [] }) =>
      chosenBy.map((account, index) => ({
        sessionId: idOf(`session ${name}`),
        uid: uidOf(account),
        conferenceId,
        state: index < capacity ? ("held" as const) : ("waiting" as const),
        chosenAt: published + 60_000 * (index + 1),
      })),
    ),
  };
}
