import { zoneInWords } from "~/values/times.ts";
import { counted, grouped } from "~/values/words.ts";

const MARKDOWN = "Markdown: headings, lists, emphasis, and links to https addresses or paths of the portal.";

/** How many applications and passes an edition has. */
type Touched = { drafts: number; submitted: number; holders: number };

const peopleInWords = ({ drafts, submitted, holders }: Touched): string =>
  `${counted(drafts, "open application")}, ${counted(submitted, "submitted application")} and ${counted(holders, "pass that is held", "passes that are held")} are of`;

export const editionMessages = {
  invoicesElsewhere:
    "Bank details, what invoices say and the limit of the second person are not part of the edition: whoever has “Money” proposes them under “Payments”, and another person confirms them.",
  notEdition: "An edition is called aconf or hconf, an underscore and its year in four digits.",
  notSetUp: "It takes no registrations: nobody has set up an edition for it.",
  noAgreement: "There is no agreement to accept.",
  exists: "There is an edition with this name already.",
  moved:
    "Somebody has saved this edition since you opened it. Nothing of yours was saved. Compare with what is there now, and save again.",
  publishedMeanwhile:
    "The edition has changed since this page was made, so nothing was done. Look at the changes again.",
  nothingToPublish: "The draft says what is published already. There is nothing to publish.",
  pricesNeedMoney:
    "The draft changes prices or deposits, so it has to be published by somebody who has “Money” as well as “Content”, such as a director. The draft is kept: ask them to publish it.",
  hasErrors:
    "The draft has mistakes. They are listed here and on the edition’s page, each with the place to mend it.",
  toChoose: (places: string[]) =>
    `Choose which value stands, where the draft and another page have changed the same: ${places.join(", ")}.`,
  chosenTwice: {
    title: "Changed in the draft and on another page",
    lead: "It can be published once you have chosen for each of them which value stands.",
    nothing: "nothing",
    published: (value: string) => `Keep what delegates see: ${value}`,
    drafted: (value: string) => `Take the draft’s: ${value}`,
  },
  makeCurrent: {
    ask: (name: string) => `Make ${name} the current edition`,
    asked: (name: string) => `Make ${name} the current edition?`,
    leave: "Leave it as it is",
    now: (name: string) => `Everybody who opens the portal sees ${name}, and applies and pays for it.`,
    there: (name: string, touched: Touched) =>
      `${peopleInWords(touched)} ${name}, which nobody can go on with: open applications can no longer be submitted, and no pass can be bought. What they have stays under “Earlier conferences”.`,
    here: (name: string, touched: Touched) => `${peopleInWords(touched)} ${name}.`,
    site: "Brand, contact and library become those of this edition.",
  },
  putBack: "Put back",
  notAlone: "This cannot go back alone. Put back the other changes of its part first.",
  whatStays:
    "Prices that were paid, versions that were signed and answers that were given stay as they are, whatever is published.",
  allAtOnce: "The whole draft is published at once, with every change above: no part of it goes alone.",
  /** Of a publication so old that it is not shown. */
  tookBack: "Took back the publication before it.",
  /** A time follows. */
  tookBackThat: "Took back what was published on",
  inUse: "In use, and gone from the draft",
  due: "Enter a time that is still to come.",
  notScheduled: "This is not waiting to be published any more.",
  nothingBefore: "Nothing was published before this, so there is nothing to go back to.",
  notNewest: "Something else was published since. Take that back first.",
  partMoved:
    "This part has been saved since you opened it, or was changed on another page. What you typed is still here and not saved: compare, and save again to put it in place.",
  notAmount: (most: string) => `Enter an amount in dollars such as 495 or 12.50, at most ${most}.`,
  notBetween: (least: string, most: string) => `Enter a number from ${least} to ${most}.`,
  datesCountedAnew: (weeks: string) =>
    `Nothing is created yet: all dates have been counted anew, ${weeks} weeks later. Look at them, and create the draft then.`,
  notWeeks: "Enter a whole number of weeks, or leave it empty.",
  notADay: "Enter a day such as 2024-02-16.",
  notAZone: "Enter a time zone such as Europe/Zurich or UTC.",
  notAColour: "Enter a colour as # and six digits or letters from a to f, such as #a51c30.",
  notAnAddress: "Enter an e-mail address.",
  notAPicture: "Upload the picture again: this one is not there.",
  notALink: "Enter an address that begins with https://, or a path of the portal that begins with /.",
  programmeLater:
    "The programme is taken over later, without its speakers: under Scheduling, Import, once the edition is published.",
  inZone: (zone: string) => `${zoneInWords(zone)} time.`,
  zoneHint: "Such as Europe/Zurich or UTC.",
  questionsIn: (number: number) => `${counted(number, "question")}: edit`,
  inEdition: (name: string) => `In ${name}`,
  unreadable: (places: string) => `This cannot be stored. Look at: ${places}.`,
  hints: {
    location: "Where it is held, as the list of conferences names it.",
    track: "Only where a year has an academic and a business conference.",
    latitude: "Degrees north of the equator, for the map of conferences.",
    longitude: "Degrees east of Greenwich.",
    eventName: "As delegates read it on passes, letters and receipts.",
    ordinal: "Such as thirty-second.",
    venue: "As in “on the main campus”, without the first words. Leave it empty for what happens online.",
    firstDay: "Leave both days empty for what has none.",
    roundTitle: "Such as Early applications.",
    deadline: "The round closes at the end of this minute.",
    payBy: "It is said on the decision and the pass; nothing is refused after it.",
    places: "How many can have it at the same time. Leave it empty if there is no limit.",
    price: "Without a price, nobody of this round can buy the pass.",
    included: "Everybody with the pass has it; it costs nothing.",
    takenHome: "Such as a mug or a shirt. Without the tick it is listed as something to take part in.",
    variants: "One in each line, such as S, M, L and XL. Leave it empty if there is only one.",
    picture: "It is shown small, beside the title.",
    logo: "It stands in the header, one line high, instead of the portal’s mark.",
    weight: "How much it counts in the score, from 1 to 10.",
    signAgain:
      "It holds for the next change of the text. Without it, earlier signatures still count: use that for a comma, not for a rule.",
    markdown: MARKDOWN,
    texts: `${MARKDOWN} {conference}, {event} and other words in braces are filled in.`,
    placeholders: "{firstName}, {fullName}, {conference} and {link} are filled in for each delegate.",
    accent: "It must be readable as text and under text, in light and dark.",
    liveData: "The link named Live Data that all staff have in the header. Without an address there is none.",
    dependsOn: "A question that is new on this page can be chosen once it is saved.",
    required: "Conditions are written under “More”.",
    conditions:
      "One in each line, such as level = Other | Doctoral: a question by its id or its text, and the answers that meet the condition. An answer that holds a bar or a line break stands in quotation marks. A question that is new on this page can be named once it is saved.",
    telephone:
      "One question in each line, by its id or its text: a number without a country code belongs to the country of the first that is answered. Leave it empty if all numbers need the code.",
    rows: "One in each line.",
    options: "One in each line, for a choice and for several of many.",
    mask: "0 stands for a digit, 9 for one that may be left out, and anything else for itself.",
    retired: "It leaves the form; the answers that were given stay.",
  },
  noConditions: "Write at least one condition here, or choose always or never.",
  noYears: "Enter a number of years, or choose another format.",
  lines: {
    inLine: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
    noSign: "Write a question, an equals sign and its answers, such as level = Other.",
    noAnswer: "Write at least one answer after the equals sign.",
    noQuestion: (typed: string, ids: string) => `There is no question “${typed}”. There are: ${ids}.`,
    tooMany: (most: number) => `There may be ${most} at most.`,
  },
  more: "More",
  asShown: "As delegates will see it",
  notShown: "Delegates are not asked this any more.",
  noText: "(no text yet)",
  added: "A question was added at the end.",
  removed: "The question was removed.",
  movedTo: (place: number, number: number) => `It is now question ${place} of ${number}.`,
  askHowOften: "How often was each answered?",
  given: {
    unanswered: "Nobody has answered it yet.",
    answered: (number: number, open: number) =>
      `Answered in ${counted(number, "application")} (${grouped(open)} still open).`,
    chosen: (option: string, number: number, open: number) =>
      `${option}: ${grouped(number)} (${grouped(open)} still open)`,
    refused: (why: string) => `This cannot be published. ${why}`,
    retired: "It leaves the form. The answers that were given stay, and are shown as no longer asked.",
    askedAgain: "It is asked again, and the answers that were given count again.",
    closed: (kind: string) =>
      `It becomes a ${kind}: an answer that is none stays until another is given, and an open application cannot be handed in with it; those handed in keep theirs.`,
    open: (kind: string) =>
      `It becomes a ${kind}: in open applications the answer stands in the new field and is judged by its rules; those handed in keep theirs.`,
    document:
      "It becomes a document: what was typed stays and is shown as no longer asked, and open applications are asked for a document.",
    noDocument:
      "It is a document no more: those that were uploaded stay and are shown as no longer asked, and open applications are asked to answer anew.",
    optionGone: (option: string, number: number, open: number) =>
      `“${option}” is offered no more. It was chosen in ${counted(number, "application")} (${grouped(open)} still open): there it stays until something else is chosen, and an open application cannot be handed in with it.`,
    shorter:
      "An answer that is longer stays as it is, and has to be shortened before an open application can be handed in.",
    otherForm:
      "An answer that has another form stays as it is, and has to be corrected before an open application can be handed in.",
    required: (always: boolean) =>
      `Open applications cannot be handed in without an answer${always ? "" : " if the rule asks for one"}; those handed in stay as they are.`,
    free: "Open applications can be handed in without an answer; answers that were given stay.",
  },
  obstacles: {
    passes: (title: string, payments: number) =>
      `The pass “${title}” stands in ${counted(payments, "payment")}. Take it off sale instead of removing it.`,
    addOns: (title: string, payments: number) =>
      `The add-on “${title}” stands in ${counted(payments, "payment")}. Switch it off instead of removing it.`,
    criteria: (title: string, reviews: number) =>
      `The criterion “${title}” is scored in ${counted(reviews, "review")}. It has to stay in this edition.`,
    questions: (text: string, applications: number) =>
      `“${text}” is answered in ${counted(applications, "application")}. Retire the question in its section instead of removing or moving it.`,
    sections: (title: string, applications: number) =>
      `The section “${title}” holds answers of ${counted(applications, "application")}. Retire its questions instead of removing it.`,
    toldOtherwise: (applicants: string) =>
      `${applicants} who can see a decision would stand in another round, or see no decision any more. Leave their deadline and release as they are.`,
  },
  preview: {
    lead: "The pages that a delegate would see, made of the draft. The delegate is invented, nothing is sent or stored, and no form does anything.",
    released: "Decisions are shown as released when their round says.",
    notAState: "Choose one of the states.",
    notATime: "Enter a date and a time from 2000 to 2099.",
    noSuchPage: "The preview does not show this page.",
    elsewhere: "This page leads to one that the preview does not show.",
    broken:
      "This page cannot be made of the draft as it is. The page of the edition lists what is wrong or missing.",
    strip: (name: string, state: string, time: string) => `Preview of a draft: ${name}. ${state}, ${time}.`,
    stripName: "Preview",
    another: "Another page, state or time",
    titlePrefix: "Preview: ",
    states: {
      visitor: "Not signed in",
      new: "Signed in, nothing begun",
      draft: "Application begun",
      submitted: "Application submitted",
      unreleased: "Accepted, but not released",
      accepted: "Accepted",
      signed: "Accepted, terms accepted",
      signedIn: (round: string) => `Accepted, terms accepted, applied in “${round}”`,
      deferred: "Deferred to virtual, terms accepted",
      waitlisted: "Waitlisted",
      rejected: "Rejected",
      holds: (pass: string) => `Has paid for “${pass}”`,
      subscriber: (library: string) => `Signed in, subscribes to ${library}`,
    },
    notes: {
      notYet: (round: string) =>
        `At this time nobody has applied in “${round}” yet. What this delegate did is shown with later dates.`,
      notReleased: (round: string) =>
        `At this time the decisions of “${round}” are not released yet, so delegates see none.`,
      noRound: "There is no round, so there is nothing that delegates could see.",
      noPrice: (pass: string) => `The pass “${pass}” has no price in any round.`,
      afterDeadline: (round: string) => `after the deadline of “${round}”`,
      afterRelease: (round: string) => `after the release of “${round}”`,
    },
    mails: {
      own: "What this delegate is mailed",
      none: "This delegate is mailed nothing about a decision at this time.",
      others: "With another decision",
      plain: "The mail as it is written cannot be filled in for this delegate. This goes out instead.",
    },
  },
};
