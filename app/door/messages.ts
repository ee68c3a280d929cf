import { grouped, quantity } from "~/values/words.ts";

/** Why a ticket lets nobody in, and what to do. Pages and phones use the same sentences. */
export const doorRefusals = {
  unknown: {
    title: "Not a ticket",
    whatToDo:
      "Look for the name, or for the reference below the code, in the list of names. A code also stops working when the portal changes its keys.",
  },
  otherYear: {
    title: "A ticket of another year",
    whatToDo: "Ask for this year's ticket, or look for the name in the list.",
  },
  unpaid: {
    title: "Not paid yet",
    whatToDo: "Send them to somebody who takes payments. Once it is paid, scan the ticket again.",
  },
  transferred: {
    title: "Given to somebody else",
    whatToDo: "The new holder has a ticket of their own. Ask for that one, or look for the name.",
  },
  givenBack: {
    title: "Given back",
    whatToDo: "This pass lets nobody in any more. Send them to somebody who takes payments.",
  },
  online: {
    title: "A ticket for an online event",
    whatToDo: "It opens no door. If they have another pass too, look for the name in the list.",
  },
} as const;

/** The answer to a badge that is scanned like a ticket. Pages and phones use the same sentences. */
const scannedBadge = {
  title: "A badge",
  whatToDo:
    "A badge is not a ticket: anybody can photograph it. At the entrance, scan the ticket or look for the name.",
  noSession: "No session is open now. Each opens an hour before it begins.",
  sessions: "Sessions of this person",
  needsNetwork: "To mark somebody in a session, the phone needs a network.",
} as const;

/** Sentences of the page that scans without a network. They are sent to phones, which keep them. */
export const scanMessages = {
  link: "Scan tickets, also without a network",
  lead: "Works without a network once it has been opened with one.",
  without: "This page needs JavaScript. Without it, use the camera of your phone or the list.",
  toNames: "Go to the list of names",
  typed: "Address or text of the code",
  picture: "Picture of a code",
  before: [
    "Open this page with a network on every phone, before the doors open.",
    "Names on this phone are locked. Only a ticket opens its own, so without a network nobody can be searched by name.",
    "Phones without a network know nothing of each other. If two phones let in the same ticket, “Door” shows both, with phone and time.",
    "What you do waits on this phone and is sent by itself. Closing the page loses nothing; open it again to send the rest.",
    "A phone whose clock is wrong does no harm.",
    "Log out here before you give the phone away.",
  ],
  loading: "Loading the list of tickets…",
  noList: "This phone has no list yet. Open this page where there is a network.",
  noStore: "This browser cannot keep the list, perhaps because the window is private. Use the list of names.",
  list: (tickets: string, age: string) => `List of ${tickets}, loaded ${age}.`,
  justNow: "just now",
  ago: (minutes: string) => `${minutes} ago`,
  online: "There is a network.",
  offline: "There is no network.",
  allSent: "Everything is sent.",
  waiting: (entries: string) => `${entries} to send.`,
  stuck: (entries: string) => `The portal did not understand ${entries}. Tell a director.`,
  signedOut: "You are logged out, so nothing is sent.",
  refused:
    "The portal does not let you work at the door now, so nothing is sent. Open another page of the portal to see why, or ask a director.",
  logIn: "Log in",
  phone: (name: string) => `Its name is ${name}. Reports call it that.`,
  cameraRefused: "The camera cannot be used. Allow it in the browser, or take a picture of the code.",
  scanning: "Hold the code in front of the camera.",
  noCode: "There is no code in this picture. Go closer and take it again.",
  working: "Reading…",
  notSent: (entries: string) => `${entries} not sent yet. Find a network first, so that nothing is lost.`,
  sent: (time: string) => `Let in at ${time}.`,
  handed: (time: string) => `Handed over at ${time}.`,
  byList: (age: string) => `From the list that was loaded ${age}.`,
  next: "Next ticket",
  badge: scannedBadge,
  /** Only a phone without a network shows this. */
  notListed: {
    title: "Not on this list",
    whatToDo:
      "The code is right, but this list is older or of another year. Look for the name where there is a network.",
  },
} as const;

/** Sentences about tickets and the door. */
export const doorMessages = {
  noTicket: "You hold no pass now. Your first page says what is next.",
  showCode: "Show this code at the door. Keep it to yourself: somebody else could come in with it.",
  online: "This event is online, so there is no door and no code.",
  /** For people who open the address in a code and do not work at the door. */
  aboutCodes: "You have scanned the code of a ticket or a badge. Show your ticket at the door to be let in.",
  helpersLogIn: "If you work at the door, log in to see whose code this is.",
  badge: scannedBadge,
  howTo: "Scan a ticket with the camera of your phone, or look for a name here.",
  early: (day: string) => `The event begins on ${day}. Everybody who comes in now counts as having attended.`,
  practiseInstead: "Practise instead",
  nobody: "Nobody with a pass has this name or reference. Try another part of the name.",
  moreFound: "There are more. Type more of the name.",
  hereSince: (time: string) => `Here since ${time}`,
  notYet: "Not here yet",
  tooMany: (minutes: number) =>
    `Too many codes were scanned with your account. Look for names in the list, or wait ${quantity(minutes, "minute")}.`,
  changed: "Somebody else was faster. This is what the door knows now; nothing was done twice.",
  /** Used in place of the name of a helper whose account was deleted. */
  formerHelper: "a former helper",
  isIn: (time: string, by: string) => `Came in at ${time}, let in by ${by}.`,
  wasHanded: (time: string, by: string) => `Handed over at ${time} by ${by}.`,
  insideOf: (inside: string, held: string) => `${inside} of ${held} are in.`,
  phones: {
    title: "Reported by phones",
    none: "Nothing went through twice, and nobody was let in who should not have been.",
    sent: (scans: string, refused: string) => `${scans} sent by phones; ${refused} of them refused.`,
    twice: "Went through twice.",
    against: (why: string) => `Let in by a phone with an older list. The portal says: ${why}.`,
    at: (time: string, by: string, device: string | null) =>
      device === null ? `${time}, by ${by}` : `${time}, by ${by} on phone ${device}`,
    most: (number: string) => `The newest ${number} are shown.`,
  },
  sessions: {
    link: "Check in for sessions",
    lead: "Open a session to mark who is there. The page of a scanned ticket or badge has its holder's sessions too.",
    noneToday: "There are no sessions today.",
    withoutPass: (number: number) =>
      `${quantity(number, "person", "people")} with a place or waiting ${number === 1 ? "holds" : "hold"} no pass, so ${number === 1 ? "that name is" : "those names are"} not listed.`,
    thereOf: (there: number, taken: number, capacity: number | null) =>
      `${grouped(there)} here, ${grouped(taken)}${capacity === null ? "" : ` of ${grouped(capacity)}`} ${
        capacity === null && taken === 1 ? "place" : "places"
      } taken`,
    free: (places: number) =>
      places === 0 ? "No place is free." : `${quantity(places, "place is", "places are")} free.`,
    cancelled: "This session is cancelled.",
    over: "This session is over. The list stays as it was.",
    opens: (time: string) => `People can be marked from ${time} on.`,
    willBeGiven: (time: string) => `At ${time} the places of those who are not here go to those who wait.`,
    wereGiven: (time: string) => `The places of those who were not here were given away at ${time}.`,
    notGiven: (time: string) => `Nobody was here by ${time}, so no place was given away.`,
    nobody: "Nobody with a pass has a place in this session.",
    notFound: "Nobody on this list has this name.",
    without: "Somebody without a place here? Scan their badge or ticket, or",
    toNames: "look for the name",
    thereSince: (time: string) => `here since ${time}`,
    waits: (position: string) => `waiting, ${position}`,
    missed: (time: string) => `place given away at ${time}`,
    isThere: (time: string, by: string) => `Here since ${time}, marked by ${by}`,
    hasPlace: "Has a place",
    waitsHere: "On the waiting list, so no place is free yet",
    noPlace: "No place",
    noPlaceNow: "They have no place in a session that is open now.",
    others: "Other sessions now",
    changed: "Nothing was done, because something has changed meanwhile. This is how it is now.",
  },
  badges: {
    none: "Nobody holds a pass for an event with a door yet.",
    shown: (first: number, shown: number, all: number) =>
      shown === all
        ? `${quantity(all, "badge")}.`
        : `Badges ${first} to ${first + shown - 1} of ${quantity(all, "badge")}.`,
    howTo:
      "In the print dialogue choose the paper of the labels, a scale of 100 %, and no headers and footers. Try it on plain paper first. Helpers scan the code on a badge at sessions. It lets nobody in at the entrance.",
  },
  day: {
    lead: "Print these before the day. They name only people who hold a pass, and only what each team needs.",
    noSessions: "The programme has no sessions yet.",
    noAddOns: "No add-ons are on sale.",
    noQuestions: "No question is marked as needed on the day.",
    nobody: "Nobody is on this list yet.",
    nobodyYet: "Nobody has it yet",
    inSession: (held: number, waiting: number) =>
      `${quantity(held, "place")} taken${waiting > 0 ? `, ${grouped(waiting)} waiting` : ""}`,
    places: (capacity: number | null) =>
      capacity === null ? "With a place" : `With a place, of ${grouped(capacity)}`,
    waiting: "On the waiting list",
    hasPlace: "Has a place",
    waits: (position: string) => `Waiting, ${position}`,
    cancelled: "This session is cancelled.",
    withoutPass: (number: number) =>
      `${quantity(number, "more person", "more people")} chose this session and ${number === 1 ? "holds" : "hold"} no pass.`,
    /** Used as the size of an add-on that has no sizes. */
    chosen: "In all",
    answers: "Below the counts are those who asked for something.",
    nothing: "Need nothing",
    silent: "Left it empty",
  },
  live: {
    lead: "The numbers of this moment, without names.",
    notYet: (number: number) => `${grouped(number)} ${number === 1 ? "has" : "have"} not come yet.`,
    noShows: (number: number) => `${grouped(number)} did not come.`,
    arrivals: (zone: string) => `Arrivals by hour (${zone})`,
    money: "Money in, less money out, today:",
    noLimit: "No limit",
  },
  practice: {
    lead: "These tickets are invented. Press whatever you like; nothing is stored.",
    link: "Practise with invented tickets",
    again: "Practise with another ticket",
    name: "Practice Ticket",
    pass: "An invented pass",
    event: "Practice",
    by: "you",
    note: { term: "Dietary needs", value: "No peanuts" },
  },
  refusals: doorRefusals,
} as const;
