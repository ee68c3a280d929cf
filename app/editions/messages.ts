import { zoneInWords } from "~/values/times.ts";
import { grouped, quantity } from "~/values/words.ts";

const MARKDOWN =
  "You can use Markdown: headings, lists, emphasis and links. Links lead to https addresses or paths of the portal.";

/** How many applications and passes an edition has. */
type Touched = { drafts: number; submitted: number; holders: number };

const peopleInWords = ({ drafts, submitted, holders }: Touched): string =>
  `${quantity(drafts, "open application")}, ${quantity(submitted, "submitted application")} and ${quantity(holders, "valid pass", "valid passes")} are of`;

export const editionMessages = {
  invoicesElsewhere:
    "The edition does not contain bank details, the text of invoices or the limit of the second person. A person with “Money” proposes these under “Payments”, and another person confirms them.",
  bankDetailsElsewhere:
    "You can open the bank details and limits of this edition when it is published and chosen at the top of the page.",
  /** What the page says on which an edition is published. */
  publishes: {
    current: "What delegates will see instead of what they see now.",
    notCurrent:
      "Delegates see another edition. Only those who applied to this one see it, under “Earlier conferences”, unless a director makes it the current edition.",
  },
  /** Who sees a draft when it is published. */
  draftOf: {
    current: "Delegates see it only when it is published.",
    notCurrent:
      "Delegates see another edition. When this one is published, only those who applied to it see it, unless it is the current edition.",
  },
  notEdition: "An edition is called aconf or hconf, an underscore and its year in four digits.",
  notSetUp: "It takes no registrations, because nobody has set up an edition for it.",
  noAgreement: "There is no agreement to accept.",
  notDrawing: (most: number) =>
    `This is not a drawing. Write the four numbers of its view box, then path data alone, at most ${most} letters in all.`,
  exists: "There is an edition with this name already.",
  moved:
    "Somebody saved this edition after you opened it. Your changes were not saved. Compare with what is there now, and save again.",
  publishedMeanwhile:
    "The edition changed after this page was made, so nothing was done. Look at the changes again.",
  nothingToPublish: "The draft says what is published already. There is nothing to publish.",
  pricesNeedMoney:
    "The draft changes prices or deposits. Only a person with both “Money” and “Content” can publish it, such as a director. The draft is kept. Ask them to publish it.",
  releaseNeedsDecide:
    "This would show released decisions earlier, because the dates of a round change. Only a person with both “Decide” and “Content” can do it. Somebody who decides can also change these dates under “Release decisions”.",
  schedulerGone:
    "The person who scheduled it is not on the staff any more, or may not publish editions any more. Schedule it again.",
  hasErrors:
    "The draft has mistakes. You find them here and on the edition’s page, each with a link to the place to correct.",
  toChoose: (places: string[]) =>
    `The draft and another page have changed the same thing. Choose which value to keep: ${places.join(", ")}.`,
  chosenTwice: {
    title: "Changed in the draft and on another page",
    lead: "Choose for each of them which value to keep. Then you can publish.",
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
      `${peopleInWords(touched)} ${name}. Nobody can go on with it: open applications can no longer be submitted, and nobody can buy a pass. Submitted applications, decisions, letters, payments and terms stay under “Earlier conferences”. Open applications, tickets, programme, agendas and transfers can be seen no more, and nobody can give up a pass.`,
    /** Said if an event with a venue of the former edition is not over, and somebody has a pass to it. */
    doors: (name: string) =>
      `An event of ${name} is not over. Phones refuse its tickets. Helpers then have to choose ${name} at the top of the page, and find people by name.`,
    here: (name: string, touched: Touched) => `${peopleInWords(touched)} ${name}.`,
    site: "Brand, contact and library become those of this edition.",
  },
  putBack: "Put back",
  notAlone: "This cannot go back alone. Put back the other changes of its part first.",
  whatStays:
    "Publishing never changes prices that were paid, versions that were signed and answers that were given.",
  allAtOnce:
    "The whole draft is published at once, with every change above. You cannot publish a part of it.",
  movesDeadline: (round: string) =>
    `The deadline of “${round}” moves, and the round is open. When this is published, people with a draft get a mail about it.`,
  takeBack: {
    ask: "Take back",
    asked: "Take back the newest publication?",
    effect:
      "What was published before it holds again. What it published becomes a draft again, so that you can correct it.",
    mails:
      "If the deadline of a round that is open in the current edition moves, people with a draft get a mail about it.",
    leave: "Leave it published",
  },
  /** Used if the publication that is taken back is so old that the page does not list it. */
  tookBack: "Took back the publication before it.",
  /** The page adds the time at the end. */
  tookBackThat: "Took back what was published on",
  inUse: "Not in the draft any more, and still in use",
  due: "Enter a time that is still to come.",
  notScheduled: "This is not waiting to be published any more.",
  nothingBefore: "Nothing was published before this, so there is nothing to go back to.",
  notNewest: "Something else was published since. Take that back first.",
  partMoved:
    "Somebody saved this part after you opened it, or changed it on another page. What you typed is still here and not saved. Compare both, and save again to keep yours.",
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
    "You can take over the programme later, without its speakers: under Scheduling, Import, when the edition is published.",
  inZone: (zone: string) => `${zoneInWords(zone)} time.`,
  zoneHint: "Such as Europe/Zurich or UTC.",
  empty: "Empty",
  standard: {
    one: "Begin with the standard text",
    all: (empty: number) => `Fill ${empty} empty texts with the standard texts`,
    offered: (empty: number) =>
      `${empty} texts are empty. The portal has a standard text for each. Read and change it before you save.`,
  },
  restore: {
    button: "Put back what is published",
    title: "Put back what is published?",
    lost: (changes: number) =>
      `${quantity(changes, "change")} of this draft ${changes === 1 ? "is" : "are"} lost, and what you have typed and not saved. This cannot be undone.`,
    keep: "Keep the draft",
    moved:
      "Nothing was put back: somebody saved this part after you opened the page. Look at it as it is now.",
  },
  readOn: (where: string) => `Where it is read: ${where}.`,
  questionsIn: (number: number) => quantity(number, "question"),
  inEdition: (name: string) => `In ${name}`,
  lastDayNeeded: "Enter the last day too. An event of one day ends on its first day.",
  firstDayNeeded: "Enter the first day too, or leave both empty.",
  first: {
    events: { why: "A pass admits to an event.", link: "First add an event" },
    rounds: { why: "A pass has a price in each round.", link: "First add a round" },
    passes: { why: "An add-on is sold with a pass.", link: "First add a pass" },
  },
  unreadable: (places: string) => `This cannot be stored. Look at: ${places}.`,
  hints: {
    location: "Where the conference takes place, as in the list of conferences.",
    track: "Only where a year has an academic and a business conference.",
    latitude: "Degrees north of the equator, for the map of conferences.",
    longitude: "Degrees east of Greenwich.",
    eventName: "As delegates read it on passes, letters and receipts.",
    ordinal: "Such as thirty-second.",
    forReviewers:
      "Without this on a question for the name, reviewers read blind. They see “Application 4F2K7” instead of name, e-mail address and file names.",
    askedLater:
      "Only for answers that the door, the kitchen or somebody in an emergency needs. Delegates give them with their badge name.",
    address: "Street, city and country. The ticket shows this with a link to a map.",
    venue: "As in “on the main campus”, without the first words. Leave this empty for an online event.",
    drawing: "Delegates see it where they log in, on the decision, the ticket and the card to share.",
    ownDrawing:
      "In place of the portal’s drawings. First the four numbers of the view box, then the path data (the d of an SVG path): lines alone, no colours. Example: 0 0 24 24 M2 22h20",
    firstDay: "Leave both days empty for an event without days.",
    roundTitle: "Such as Early applications.",
    deadline: "The round closes at the end of this minute.",
    payBy: "Delegates read this date on the decision and the pass. They can still pay after it.",
    places: "How many can have it at the same time. Leave it empty if there is no limit.",
    price: "Nobody can buy the pass in a round without a price.",
    included: "Everybody with the pass gets this. It costs nothing.",
    takenHome: "Such as a mug or a shirt. Without the tick it is listed as something to take part in.",
    variants: "One in each line, such as S, M, L and XL. Leave it empty if there is only one.",
    picture: "It is shown small, beside the title.",
    letterAddress:
      "It stands at the head of every letter. Letters for a visa need it, and somebody who signs.",
    office: "Such as “President” or “Head of delegate affairs”.",
    signature: "A picture of the signature, dark on white. It stands above the name of the person who signs.",
    logo: "It stands in the header, one line high, instead of the portal’s mark.",
    weight: "How much it counts in the score, from 1 to 10.",
    signAgain:
      "This is about the next change of the text. Without the tick, earlier signatures still count. That is right for a comma, not for a rule.",
    markdown: MARKDOWN,
    texts: `${MARKDOWN} We fill in words in braces, such as {conference} and {event}.`,
    placeholders: "{firstName}, {fullName}, {conference} and {link} are filled in for each delegate.",
    accent: "It must be readable as text and under text, in light and dark.",
    liveData:
      "The link named Live Data that all staff have in the header. Without an address it leads to the live numbers here.",
    dependsOn: "You can choose a new question of this page when it is saved.",
    required: "Conditions are written under “More”.",
    conditions:
      "One in each line, such as level = Other | Doctoral: a question by its id or its text, and the answers that meet the condition. Put quotation marks around an answer with a bar or a line break. You can name a new question of this page when it is saved.",
    telephone:
      "Name one question in each line, by its id or its text. A number without a country code belongs to the country of the first question that is answered. Leave this empty if all numbers need the code.",
    rows: "One in each line.",
    options: "One in each line, for a choice and for several of many.",
    mask: "0 stands for a digit, 9 for one that may be left out, and anything else for itself.",
    retired: "The question leaves the form. Its answers stay.",
  },
  noConditions: "Write at least one condition here, or choose always or never.",
  noYears: "Enter a number of years, or choose another format.",
  lines: {
    inLine: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
    noSign: "Write a question, an equals sign and its answers, such as level = Other.",
    noAnswer: "Write at least one answer after the equals sign.",
    noQuestion: (typed: string) =>
      `There is no question “${typed}”. Write its text as delegates read it, or its id.`,
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
      `Answered in ${quantity(number, "application")} (${grouped(open)} still open).`,
    chosen: (option: string, number: number, open: number) =>
      `${option}: ${grouped(number)} (${grouped(open)} still open)`,
    refused: (why: string) => `This cannot be published. ${why}`,
    retired: "The question leaves the form. Its answers stay and are shown as no longer asked.",
    askedAgain: "The question is asked again, and its old answers count again.",
    closed: (kind: string) =>
      `It becomes a ${kind}. An answer of another kind stays until somebody changes it. Until then, an open application cannot be submitted. Submitted applications keep their answers.`,
    open: (kind: string) =>
      `It becomes a ${kind}. In open applications the answer moves to the new field and must follow its rules. Submitted applications keep their answers.`,
    document:
      "It becomes a document. Typed answers stay and are shown as no longer asked. Open applications are asked for a document.",
    noDocument:
      "It is no longer a document. Uploaded documents stay and are shown as no longer asked. Open applications are asked to answer again.",
    optionGone: (option: string, number: number, open: number) =>
      `“${option}” is no longer offered. It was chosen in ${quantity(number, "application")} (${grouped(open)} still open). There the answer stays until something else is chosen. An open application cannot be submitted with this answer.`,
    shorter: "A longer answer stays as it is. In an open application it must be shortened before submitting.",
    otherForm:
      "An answer in another form stays as it is. In an open application it must be corrected before submitting.",
    required: (always: boolean) =>
      `Open applications cannot be submitted without an answer${always ? "" : " if the rule asks for one"}. Submitted applications stay as they are.`,
    free: "Open applications can be submitted without an answer. Answers that were given stay.",
  },
  obstacles: {
    passes: (title: string, payments: number) =>
      `The pass “${title}” stands in ${quantity(payments, "payment")}. Take it off sale instead of removing it.`,
    addOns: (title: string, payments: number) =>
      `The add-on “${title}” stands in ${quantity(payments, "payment")}. Switch it off instead of removing it.`,
    criteria: (title: string, reviews: number) =>
      `The criterion “${title}” is scored in ${quantity(reviews, "review")}. It has to stay in this edition.`,
    questions: (text: string, applications: number) =>
      `“${text}” is answered in ${quantity(applications, "application")}. Retire the question in its section instead of removing or moving it.`,
    sections: (title: string, applications: number) =>
      `The section “${title}” holds answers of ${quantity(applications, "application")}. Retire its questions instead of removing it.`,
    leftOut: (applications: number) =>
      `${quantity(applications, "application was submitted after the last deadline of this draft and", "applications were submitted after the last deadline of this draft and")} would belong to no round, so nobody could see a decision on ${applications === 1 ? "it" : "them"}. Choose a last deadline after ${applications === 1 ? "it" : "the last of them"}.`,
    toldOtherwise: (applicants: string) =>
      `${applicants} who can see a decision would move to another round, or see no decision any more. Leave their deadline and release as they are.`,
  },
  preview: {
    lead: "These are the pages that a delegate would see with this draft. The delegate is invented. Nothing is sent or stored, and no form does anything.",
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
      plain: "We cannot fill in this mail for this delegate. This text is sent instead.",
    },
  },
};
