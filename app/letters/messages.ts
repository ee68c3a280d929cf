import type { LetterKind } from "~/values/types.ts";
import { choiceInWords, grouped, quantity } from "~/values/words.ts";

/** The kinds of letters, as people read them. */
export const LETTER_TITLES: Record<LetterKind, string> = {
  acceptance: "Letter of acceptance",
  visa: "Letter for a visa",
  payment: "Letter about your payment",
  attendance: "Letter of attendance",
  thanks: "Letter of thanks to a reader",
};

/** Sentences about letters. */
export const letterMessages = {
  title: "Your letters",
  lead: "For a visa, your university or your employer. Each has a code with which anybody can check it.",
  whatFor: {
    acceptance: "It says that you are accepted.",
    visa: "It says who you are, for an embassy. We ask for your passport first.",
    payment: "It says what you paid, and for what.",
    attendance: "It says that you were there.",
    thanks: "It says how many applications you read.",
  } satisfies Record<LetterKind, string>,
  /** Why the person cannot have a letter now. Each sentence follows the title of the letter. */
  notYet: {
    notAccepted: "You can have it once you are accepted.",
    notHere: "This event is online, so nobody travels to it.",
    noSender: "The team must first enter its address and who signs. Write to us if your appointment is soon.",
    notPaid: "You can have it once you have paid for your pass.",
    notThere: "You can have it from the last day of the event, if you were let in at the door.",
    noReading: "You can have it once you have read an application.",
    noName: "We do not know your full name. Enter it in your application, or ask a director.",
  },
  over: "The event is over, so nobody needs a visa for it.",
  changed: "You can no longer have this letter. This page says what you can have now.",
  noLetter: "You have no such letter.",
  gone: {
    withdrawn: "This letter is no longer valid. The page for its code says so too.",
    replaced: "This letter was replaced by another one. The page for its code says so too.",
  },
  partOf: "Part of",
  says: {
    toWhom: "To whom it may concern,",
    accepted: (name: string, event: string) =>
      `We confirm that ${name} has been accepted as a delegate to the ${event}.`,
    visa: (name: string, event: string, facts: string) =>
      `We confirm that ${name} is invited to the ${event}, ${facts}. We ask you to make the journey possible.`,
    // A payment can include add-ons, so its amount is not the price of the pass.
    paid: (name: string, amount: string, event: string) =>
      `We confirm that ${name} has paid ${amount} for their registration for the ${event}.`,
    attended: (name: string, event: string, facts: string) =>
      `We confirm that ${name} took part in the ${event}, ${facts}.`,
    read: (name: string, read: string, conference: string) =>
      `${name} read ${read} to the ${conference}. We thank them for their care and their time.`,
    applications: (number: number) => quantity(number, "application"),
    organisers: (event: string) => `The organisers of the ${event}`,
    check: "Anybody can check here whether this letter is still valid:",
  },
  visa: {
    lead: "The embassy compares what you enter here with your passport. We use it for this letter only.",
    kept: (day: string) =>
      `We erase all three on ${day}. After that, enter them again if you need a new letter.`,
    passport: "As in the passport: letters and figures only, 5 to 20 of them.",
    birth: "Enter a date in the past, as in your passport.",
    country: "Choose the country of the passport.",
    erased: "The passport was erased from this letter. Ask for another letter if you need one.",
  },
  check: {
    title: "Check a letter",
    unknown: "We issued no letter with this code. Compare it with the paper, sign by sign.",
    tooMany: (minutes: number) =>
      `Too many codes were tried from this network. Try again in ${quantity(minutes, "minute")}.`,
    valid: "This letter is valid",
    withdrawn: "This letter was withdrawn",
    replaced: "This letter was replaced by another one",
    about: "Compare the initials and the date with the letter. We show nothing else about the person.",
  },
  many: {
    title: "Letters",
    kind: "Kind of letter",
    show: "Show who can have it",
    hint: "Nothing is sent before you have seen who gets it.",
    link: "Prepare letters for them",
    about: "Those who can have a letter get it with a mail. You see first who cannot, and why.",
    ready: (number: number) =>
      number === 0
        ? "Everybody here who can have this letter now has it already."
        : `${quantity(number, "letter")} to issue. Each person gets a mail with a link to their letter; disabled accounts get none.`,
    changed:
      "Nothing was issued: other people can have this letter now than when you opened the page. Look at the new number below.",
    issue: (number: number) => `Issue ${quantity(number, "letter")}`,
    issued: (number: number) =>
      `${quantity(number, "letter is", "letters are")} issued, and a mail to each person is on its way; disabled accounts get none.`,
    has: "Have this letter already",
    cannot: "Who gets none",
    more: (number: number) => `and ${grouped(number)} more`,
    /** Why people cannot have a letter, in words for the staff. The keys are the same as in `notYet`. */
    why: {
      notAccepted: "Have not been told that they are accepted",
      notHere: "The event is online",
      noSender: "The edition has no address or nobody who signs",
      notPaid: "Have not paid for a pass themselves, or no longer hold it",
      notThere: "Were not let in at the door, or the last day has not come",
      noReading: "Have read no application",
      noName: "Have no full name in their application",
    },
  },
  staff: {
    title: "Letters",
    lead: "A letter keeps saying what it said when it was issued, also if the application changes.",
    none: "This person has no letter.",
    missing: (parts: readonly string[]) => `Letters have no ${choiceInWords(parts)} yet.`,
    parts: {
      address: "postal address",
      signatory: "person who signs",
      office: "office",
      signature: "signature",
    },
    editThem: "Enter it in the edition",
    noAddress: "A letter would have no postal address, and some embassies and universities refuse those.",
    without: "Issue letters without an address",
    refusedWithout:
      "Nothing was issued: the edition has no postal address for letters. Enter one, or say that you issue them without.",
    onlyThemselves: "They take a letter for a visa themselves, because it asks for their passport.",
    given: "The letter is issued, and a mail to this person is on its way.",
    there: "This person has this letter already, so no other one was issued.",
    withdrawn: "The letter is withdrawn, and a mail to this person is on its way.",
    replaced: "The letter is replaced, and a mail to this person is on its way.",
    whatWithdrawing:
      "If you withdraw it, everybody who checks its code reads that it was withdrawn. Nobody can undo this.",
    whatReplacing:
      "A new letter says what is true today. The page for the old code says that it was replaced.",
    reason: "Say why, so that others understand it later.",
    reasonHint: "Only staff see it, in the audit log.",
    tooLate:
      "Nothing was done: the letter was withdrawn or replaced meanwhile, or what it says is not true any more.",
    states: { valid: "Valid", withdrawn: "Withdrawn", replaced: "Replaced" },
  },
};
