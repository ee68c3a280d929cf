import { grouped, quantity } from "~/values/words.ts";

const list = (words: string[]) => words.map((word) => `“${word}”`).join(", ");

/** What the linter says: each message says what is wrong, what follows from it, and how to correct it. */
export const findingMessages = {
  twin: (title: string) => `Two have the name “${title}”, so nobody can tell them apart. Rename one of them.`,

  conference: {
    noCity: "The city is missing: enter it in capital letters.",
    capitals: "Cities are written in capital letters in the list of conferences, such as HONG KONG.",
    yearOfId: (id: string, year: number) =>
      `The edition is called ${id}, but its year is ${year}. Correct the year, or begin an edition of that year.`,
    trackOfId: (id: string) =>
      `The edition is called ${id}, but its track is another. Choose the track of its name.`,
    nowhere: "Latitude and longitude are both 0, so the map shows it in the sea. Enter those of the city.",
    formerZone: (zone: string, city: string) =>
      `Deadlines are by the clocks of ${zone}, as in the edition before, which was in ${city}. Choose another zone if that is not meant.`,
    formerTitle: "The title is the one of the edition before. If this one has another, enter it.",
  },

  rounds: {
    none: "There is no round, so nobody can apply. Add at least one.",
    over: "All deadlines have passed, so nobody can apply. Enter later ones before you publish.",
    unreachable: (title: string) =>
      `No application is ever in this round. “${title}” stands before it and is open at least as long. Enter a later deadline, or put the rounds in the order of their deadlines.`,
    releaseBeforeDeadline:
      "Decisions are released before the deadline: people who apply afterwards learn their decision as soon as it is set. Release after the deadline if that is not meant.",
    releaseAfterEvent: (event: string) =>
      `Decisions are released when “${event}” is over, so nobody in this round can come. Release them earlier.`,
    deadlineAfterEvent: (event: string) =>
      `“${event}” has begun by this deadline. Enter an earlier deadline if nobody should apply by then.`,
    midnight:
      "The deadline is at 00:00, which many read as the end of that day instead of its beginning. Enter 23:59 of the day before.",
  },
  clocks: (zone: string) =>
    `In that night the clocks of ${zone} change, so this time comes twice or is not what was meant. Choose another hour.`,

  farDate: (date: string, months: number) =>
    `${date} is about ${quantity(months, "month")} away from most dates of this edition. Correct the year if it is another.`,

  amounts: {
    farFromFormer: (now: string, then: string) =>
      `It costs ${now}, and ${then} in the edition before: at least ten times less or more. Look for a point or a zero that was mistyped.`,
    farFromOthers: (now: string, other: string) =>
      `It costs ${now}, and ${other} in another round: at least ten times less or more. Look for a point or a zero that was mistyped.`,
    cents: (now: string) => `It costs ${now}, less than a dollar. Enter dollars, such as 50 for fifty.`,
    freeAddOn:
      "It is sold for $0.00. Enter a price, or tick that it comes with the pass if everybody has it.",
  },

  gates: {
    notOnSale: (title: string, sessions: number) =>
      `${quantity(sessions, "session of the programme is", "sessions of the programme are")} only for those who have “${title}”, which nobody can get while it is not on sale. Sell it, or open the sessions to others under Programme.`,
    gone: (id: string, sessions: number) =>
      `${quantity(sessions, "session of the programme is", "sessions of the programme are")} only for those who have “${id}”, which this edition does not sell. Open the sessions to others under Programme.`,
  },

  passes: {
    missing: (id: string) =>
      `There is no pass “${id}”, and its page needs one. Add it, and leave it off sale if it is not sold.`,
    nothingOnSale: "No pass is on sale, so nobody can register. Put one on sale when it may be bought.",
    noEvent: "The pass admits to no event of this edition. Choose one of its events.",
    noPrice: (round: string) =>
      `There is no price for “${round}”, so its delegates cannot pay. Enter one, even if it is the same as before.`,
    priceOfNoRound: (round: string) =>
      `There is a price for “${round}”, which is no round of this edition. Remove it.`,
    free: (round: string) => `In “${round}” the pass costs nothing. Enter a price if that is not meant.`,
    cheaper: (round: string) =>
      `The pass costs less than in “${round}” before it, so people who apply late pay less. Compare the two prices.`,
    endsBeforeItBegins: "The sale ends before it begins. Enter a later end.",
    afterEvent: (event: string) => `The sale begins when “${event}” is over. Let it begin earlier.`,
    endsBeforeRelease: (rounds: string[]) =>
      `The sale ends before the decisions of ${list(rounds)} are released, so none of their delegates can register. Enter a later end.`,
    payBeforeRelease: (rounds: string[]) =>
      `Delegates of ${list(rounds)} are asked to pay before their decisions are released. Enter a later day.`,
    payBeforeSale: "Delegates are asked to pay before the sale begins. Enter a later day.",
    untilAfterEvent: (event: string) =>
      `This is after “${event}” is over, so the pass is offered when it is worth nothing. Enter a day before it ends.`,
    payAfterSale:
      "Delegates are told that they may pay until then, but the sale ends before. Enter an earlier day.",
  },

  events: {
    endsBeforeItBegins: "The last day is before the first. Correct one of them.",
    long: (days: number) =>
      `The event lasts ${quantity(days, "day")}. Correct the month or the year of one of its days if that is not meant.`,
    age: (age: number) =>
      `The event asks for an age of ${age}, and this is a conference of students. Correct it if it was mistyped.`,
    noPass: "No pass admits to this event, so nobody can come. Let a pass admit to it, or remove it.",
    ageWithoutDays:
      "An age is asked for, but there is no first day on which it could be reached, so nobody is refused. Enter the days.",
    noBirthDate:
      "An age is asked for, but the form has no question “dateOfBirth” of the kind date. Add it, or take the age away.",
    otherYear: (year: number) =>
      `The event is not in ${year}, the year of the edition. Correct the days or the year.`,
    refundsAfter:
      "Refunds may be asked for after the event is over. Enter an earlier day if that is not meant.",
    refundsBeforeRelease:
      "Nobody can ask for a refund any more when the first decisions are released. Enter a later day.",
    deposit: (pass: string) =>
      `More is kept of a refund than “${pass}” costs in one of the rounds. Enter a smaller deposit.`,
    formerVenue: (city: string) =>
      `The edition before was in ${city}, and its event had this venue too. Enter the one of the new city.`,
    formerZone: (zone: string, city: string) =>
      `The edition before was in ${city}, and its event went by the clocks of ${zone} too. Enter the zone of the new city if it is another.`,
    ordinal: "The edition before was counted the same. Enter the next number in words.",
  },

  addOns: {
    noPass: "The add-on belongs to a pass that this edition does not have. Choose one of its passes.",
    includedCosts: "What is included costs nothing. Enter 0, or do not include it in the pass.",
    noVariants:
      "The list of variants is empty, so none can be chosen. Enter them, or sell it without variants.",
    twinVariants: (variant: string) => `The variant “${variant}” is there twice. Remove one of them.`,
    picture: "The picture is not one of the portal's own, so no page shows it. Upload it again.",
  },

  places: {
    included:
      "It comes with the pass, and so has as many places as the pass. Leave it empty, or do not include it in the pass.",
    none: "There is no place, so it is shown as sold out. Enter a number, or leave it empty if there is no limit.",
    fewerThanTaken: (places: number, taken: number) =>
      `${quantity(taken, "place")} of ${grouped(places)} are taken. Nobody loses theirs; it is sold out until enough are given back.`,
  },

  questions: {
    missing: (question: string, section: string) =>
      `The form does not ask “${question}” in a section “${section}”, where badges, letters, mails and the rule of age look for the answer. Add the question there.`,
    knownKind: (id: string, kind: string) =>
      `The portal knows the question “${id}” and reads its answer as ${kind}. Choose that kind.`,
    inPerson:
      "The rule of age asks who comes in person, and finds them by the option “In person”. Give the question an option of exactly these words.",
    nameNotRequired:
      "Mails begin with this name and cannot be written without it. Let the question be required.",
    birthNotRequired:
      "An event asks for an age, but nobody has to answer this, so nobody is refused. Let the question be required.",
    tooYoung: (age: number, past: number) =>
      `Only dates of birth of the last ${past} years are taken, but an event asks for an age of ${age}. Take earlier dates.`,
    noneForReviewers:
      "No answer is shown to reviewers, so they have nothing to read. Mark at least one question.",
    readBlind:
      "Reviewers read blind: they see neither names nor e-mail addresses nor names of files. Delegates are told so.",
    emptySection: "Nothing is asked in this section. Remove it, or add a question.",
    noOptions: "There are no options, so nobody can answer. Enter at least one.",
    spaces: (option: string) =>
      `The option “${option}” begins or ends with a space or has a line break, so it can never be chosen. Write it without.`,
    twinOption: (option: string) => `The option “${option}” is there twice. Remove one of them.`,
    tooShort: (least: number) =>
      `An answer to this question can need ${least} characters, but fewer are allowed. Allow at least ${least}.`,
    maskWithoutDigits:
      "The mask has no 0 or 9, so nothing can be typed. Write a 0 for each digit, or remove it.",
    maskTooLong:
      "An answer in this mask is longer than the answer may be, so none is accepted. Allow more characters, or shorten the mask.",
    maskSpaces: "The mask begins or ends with a space, which answers never do. Write it without.",
    maskExample: (example: string, mask: string) =>
      `The hint gives “${example}” as an example, which the mask ${mask} does not accept. Correct one of them.`,
    maskUnused: (kind: string) => `A mask has no effect on the kind “${kind}”. Remove it.`,
    telephoneKind:
      "Telephone numbers are answers of the kind short text. Choose that kind, or another format.",
    telephoneAnywhere: (question: string | null) =>
      question === null
        ? "The form does not ask for a country, so every number needs its country code, and one without is refused. Ask for a country, and choose that question here."
        : `No question says in which country a number is, so one without a country code is refused. Choose “${question}” here.`,
    telephoneCountry: (field: string) =>
      `Telephone numbers are read in the country that “${field}” names, but the form does not ask that as a country. Choose another question.`,
    yearsKind:
      "Years can be limited in a date, a short text or a number only. Choose such a kind, or no limit.",
    dependsOnItself: "The question depends on itself. Choose another one, or none.",
    circle:
      "The question depends on others that depend on it, so none of them is ever shown. Break the circle.",
    noSuchField: (field: string) =>
      `The condition asks for “${field}”, which is no question of the form. Choose one that is there.`,
    retiredField: (field: string) =>
      `The condition asks for “${field}”, which is asked no more. Choose another question, or none.`,
    laterField: (field: string) =>
      `The question depends on “${field}”, which comes later in the form. Move that one before this one.`,
    documentField: (field: string) =>
      `The condition asks for “${field}”, which is a document. The portal cannot compare documents. Choose another question.`,
    noValue: "The condition names no answer, so it never holds. Choose at least one.",
    noSuchAnswer: (field: string, values: string[]) =>
      `Nobody can answer ${list(values)} to “${field}”. Choose among the answers that are there now.`,
    neverShown: (field: string) =>
      `The question depends on “${field}”, which is never shown itself. Mend that one, or choose another.`,
    laterForNobody:
      "The question is asked after acceptance, but neither the door nor anybody in an emergency needs the answer, so nobody is asked. Say who needs it, or ask it in the application.",
    documentLater:
      "Documents are uploaded in the application only, so nobody is asked for this one after acceptance. Ask for it in the application.",
    neverRequired: "The conditions exclude each other, so the answer is never required. Drop one of them.",
    kindChanged: (before: string) =>
      `The published question is of the kind “${before}”, and answers to it may not fit any more. If there are answers, add a new question and retire this one.`,
    optionsGone: (options: string[]) =>
      `The published question has ${list(options)} too. People who chose one of these must choose again while the form is open. Keep them if people have answered.`,
  },

  criteria: { none: "There is no criterion, so readers cannot score. Add at least one." },

  agreement: {
    empty: (text: string) => `The ${text} is empty, but delegates accept it before they pay. Write it.`,
  },

  mails: {
    empty: (field: string) =>
      `Nobody can be told this decision: the ${field} of the mail is missing. Write it.`,
    lineBreak: "A subject is one line. Remove the line break.",
    unknown: (names: string[]) =>
      `${list(names)} cannot be filled in. Use only {firstName}, {fullName}, {conference} and {link}, exactly so.`,
    tooMany: (most: number) => `The mail has more than ${most} placeholders. Use fewer.`,
    noLink: "The mail does not say where to go on: {link} is missing. Add it.",
    same: (decision: string) => `The mail is the same as the one for “${decision}”. Write what is different.`,
  },

  texts: {
    otherYear: (years: string[]) =>
      `This names ${list(years)}, which is not the year of this edition. Correct it if it was copied.`,
    otherDay: (days: string[]) =>
      `This names ${list(days)}, on which nothing in this edition begins, ends or is due. Compare it with the dates.`,
    otherCity: (cities: string[]) =>
      `This names ${list(cities)}, where other editions were. Correct it if it was copied.`,
    otherFamily: (name: string) =>
      `This speaks of the ${name}, which is another conference than this one. Correct it if it was copied.`,
    otherEdition: (ids: string[]) => `This names ${list(ids)}, another edition. Correct it if it was copied.`,
    otherAge: (ages: string[]) =>
      `This says ${list(ages)}, but no event of this edition asks for that age. Compare it with the events.`,
    weekday: (written: string, is: string) => `“${written}” is a ${is}. Correct the day or the date.`,
    otherAmount: (amounts: string[]) =>
      `This names ${list(amounts)}, which nothing in this edition costs. Compare it with the prices and deposits.`,
    unfinished: (words: string[]) => `${list(words)} still waits to be replaced. Finish the text.`,
    formerWords: (words: string[]) =>
      `This still says ${list(words)} of the edition before. Correct it if it was copied.`,
    placeholders: (names: string[], known: string[]) =>
      `${list(names)} ${names.length === 1 ? "is" : "are"} not filled in here, so people read the braces. Use only ${known.join(", ")}, exactly so.`,
    noPlaceholders: (names: string[]) =>
      `Nothing is filled in here, so people read ${list(names)} as it stands. Write what is meant.`,
    tone: (decision: string, words: string) =>
      `Delegates with the decision “${decision}” read “${words}”. Check whether the texts of two decisions were exchanged.`,
    venue: (city: string, own: string) =>
      `The venue names ${city}, but the edition is in ${own}. Correct one of them.`,
    empty: (where: string) => `Nobody has written this text, so nothing is said there: ${where}. Write it.`,
    idOfYear: (id: string) =>
      `The id “${id}” names another year than this edition has. Nobody reads it but programs and files; give new things a name without a year.`,
    deposit: (amount: string) =>
      `The amounts in this text do not include ${amount}, which is kept of a refund. Compare them with the events.`,
    html: "HTML is shown as it is written, not as what it means. Use Markdown.",
    picture: "Pictures are not shown in texts. Remove it.",
    link: (target: string) =>
      `The address ${target} is not made a link: only https, mailto and paths of this portal are. Correct it.`,
  },

  site: {
    accent:
      "Text in this colour, or white text on it, cannot be read by day or by night. Choose a darker colour (contrast 4.5 : 1 or more).",
    noAddress: "There is no address to which people can write. Enter one.",
    wrongAddress: "This is no e-mail address, so nobody can write to it. Correct it.",
    exampleAddress: "This is an example of an address that nobody reads. Enter your own.",
    liveData:
      "Live Data leads nowhere: enter an address that begins with https:// or a path of this portal such as /admin.",
    logo: "The logo is not one of the portal's own files, so no page shows it. Upload it again.",
    free: "A subscription costs nothing. Enter a price if that is not meant.",
  },
};
