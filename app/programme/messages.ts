import { grouped, quantity } from "~/values/words.ts";
import {
  LATEST_GIVE_AWAY,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_SESSION_HOURS,
  LONGEST_TITLE,
  MOST_PLACES,
  MOST_SPEAKERS,
} from "./programme.ts";

/** Sentences of the programme: those under `agenda` are for delegates, the others only for staff. */
export const programmeMessages = {
  agenda: {
    cancelled: "This session is cancelled.",
    over: "This session is over.",
    gone: "This session is no longer in the programme.",
    moved: "This session changed while you were choosing it. Nothing was done. Please look at it again.",
    missed: (time: string) => `You were not there by ${time}, so your place was given away.`,
    chooseAgain: "Look for a place",
    waiting: (position: string) =>
      `You are ${position} on the waiting list. We will write to you when you have a place.`,
    noPlaces: "No places left. You can join the waiting list.",
    placesLeft: (left: number) => `${quantity(left, "place")} left`,
    sameTime: (titles: string, isChosen: boolean) =>
      isChosen ? `Overlaps with ${titles}.` : `At the same time as ${titles} in your agenda.`,
    nothingFound: "No session on this day has all of these words in its title, description or speakers.",
    nothingChosen: "Choose sessions in the programme, and they will appear here.",
    clashes: (number: number) =>
      `${number === 2 ? "Two" : number} sessions in your agenda overlap. You can keep them all and leave one later:`,
    addressOnce:
      "Copy this link into your calendar now. We do not show it again. Keep the link private: it lets anybody read your agenda.",
    addressNone:
      "Link your calendar. It shows the sessions you have a place in. It updates when a session changes or is cancelled. Keep the link private.",
    addressMade:
      "Your calendar can use your private link. We showed the link once. If you have lost it, make a new link. The old link then stops working.",
  },
  editing: {
    tooLong: `A session lasts ${quantity(LONGEST_SESSION_HOURS, "hour")} at most. Divide it into several.`,
    inSession: (held: number, waiting: number) =>
      `${quantity(held, "has", "have")} a place, ${quantity(waiting, "is", "are")} waiting for one.`,
    giveAway: `Enter a whole number of minutes from 0 to ${LATEST_GIVE_AWAY}, or leave it empty.`,
    giveAwayCell: `In “giveaway”, enter a whole number of minutes from 0 to ${LATEST_GIVE_AWAY}, or leave it empty.`,
    giveAwayNoLimit:
      "Only a session with a number of places can give them away. Enter the places, or leave this empty.",
    giveAwayTooLate: "The session is over by then. Enter fewer minutes.",
    giveAwayHint:
      "Minutes after the session begins. People who are not checked in by then lose their places to those who wait. Leave it empty to keep all places. If nobody is checked in, nothing is given away.",
    capacity: `Enter a whole number from 1 to ${grouped(MOST_PLACES)}, or nothing for no limit.`,
    unknownSpeaker: (name: string) =>
      `There is no speaker “${name}” in the library. Add them to the library first.`,
    severalSpeakers: (name: string) =>
      `There are several speakers called “${name}”. Choose one from the list, with the id in parentheses.`,
    tooManySpeakers: `A session has ${quantity(MOST_SPEAKERS, "speaker")} at most.`,
    unknownRecording: "There is no such video in the library. Choose one from the list.",
    session: (title: string) => `“${title}”`,
    sessionInLine: (title: string, line: number) => `“${title}” in line ${line}`,
    roomTaken: (room: string, session: string, when: string) => `${room} is taken: ${session}, ${when}.`,
    speakerTaken: (speaker: string, session: string, when: string) =>
      `${speaker} is somewhere else: ${session}, ${when}.`,
    changedMeanwhile:
      "Somebody changed this session while you were editing it. You see the current version here. What you typed is still in the form. Save again to replace the current version.",
    movedMeanwhile: "Nothing was done: this session changed after you opened this page. Look at it again.",
    placeGone: "The room or track has since been removed. Choose another one.",
    chosen: (number: number) =>
      `${quantity(number, "person has", "people have")} chosen this session, so it cannot be deleted. Cancel it instead: their calendars will say so.`,
    recorded:
      "This session cannot be deleted, because what was recorded at its door must stay. It can only be cancelled.",
    lowering: (held: number) =>
      `${quantity(held, "place is", "places are")} taken. A lower number takes none of them away. Nobody new gets in until enough people have left.`,
    promoted: (number: number) =>
      `${quantity(number, "person", "people")} on the waiting list ${number === 1 ? "has" : "have"} a place now.`,
    nameTaken: (title: string) => `There is already one called “${title}”.`,
    inUse: (number: number) =>
      `${quantity(number, "session is", "sessions are")} there. Move or delete ${number === 1 ? "it" : "them"} first.`,
    renamedMeanwhile: "Nothing was done: somebody changed it after you opened this page.",
    link: "Enter an address that begins with https://",
  },
  file: {
    endsBeforeItBegins: (hours: number) =>
      `The end must be after the beginning. An end after midnight may be ${hours} hours later at most.`,
    empty: "There are no lines in this file. It needs a header and a line for each session.",
    noColumn: (name: string) =>
      `There is no column “${name}” in the first line. A programme needs day, start, end and title.`,
    unknownId: (id: string) => `There is no session “${id}”. Leave the id empty for a new one.`,
    noTitle: "It has no title.",
    titleTooLong: `Its title is longer than ${quantity(LONGEST_TITLE, "character")}.`,
    descriptionTooLong: `Its description is longer than ${quantity(LONGEST_DESCRIPTION, "character")}.`,
    nameTooLong: (name: string) =>
      `“${name.slice(0, 40)}…” is longer than ${quantity(LONGEST_NAME, "character")}.`,
    times: (day: string, start: string, end: string) =>
      `“${day} ${start} to ${end}” is not a valid time. Write the day as 2030-05-31, and times as 09:30. Times in an hour that the clocks skip do not exist.`,
    unknownLevel: (level: string, known: string) =>
      `“${level}” is not an access level. Write ${known}, or nothing for everybody.`,
    twice: (lines: number[]) =>
      `The same session is also in ${lines.length === 1 ? "line" : "lines"} ${lines.join(" and ")}.`,
    moved:
      "Nothing was applied: the programme has changed since this plan was made. The conflicts are shown below. Upload the file again to make a new plan.",
    speakersGone: (ids: string[]) =>
      `Nothing was applied: speakers have been removed from the library since this plan was made (${ids.join(", ")}). Upload the file again to make a new plan.`,
  },
  plan: {
    changedSince:
      "Somebody changed or deleted it after this plan was applied. Undoing would lose that change.",
    nothingThere: "None of that edition’s sessions is on a day of an event, so there is nothing to copy.",
    noneSoldHere:
      "All sessions of that edition are for a pass or an add-on that is not sold here, so there is nothing to copy.",
    noDays: "The event of the programme has no days yet. Enter its first and last day first.",
    copied: (edition: string, left: number) =>
      left === 0
        ? `Programme of ${edition}`
        : `Programme of ${edition}, without ${quantity(left, "session")} for a pass or an add-on that is not sold here`,
    only: (level: string) => `Open to: ${level}`,
    undoOnce: "A plan that undoes another one cannot be undone itself. Import the file again.",
    session: "session",
    inIt: "in the programme",
    takenOut: "taken out",
  },
} as const;
