/**
 * Every sentence a user may read that is not part of one page's own text. Those of the specification
 * (sections 2, 4, 5, 6 and 8) are spelled exactly as there.
 */
export const messages = {
  // Specification, section 8: the error catalogue
  uploadRefused:
    "We were unable to upload your files. Make sure they are within the given sizes and try again.",
  weakPassword: "Password should be at least 6 characters.",
  invalidCredentials:
    "Invalid email/password combination. Please double-check your credentials and try again.",
  authCheckFailed:
    "There was an unexpected error checking for your account. Please try refreshing your browser and contact us if the issue persists.",
  paymentsLoadFailed:
    "There was an error loading your payments. Please try refreshing your browser and contact us if the issue persists.",
  notLoggedIn: "You must be logged in to access this content!",
  notLoggedInForPayments: "You must be logged in to access payments!",
  paymentFailed:
    "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.",
  paymentSucceeded:
    "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...",
  existingPaymentCheckFailed:
    "There was an error checking for existing payments. Please try again or contact us if the issue persists.",
  notificationsLoadFailed: "There was an error loading notifications.",
  unexpected: (code: string, message: string) => `An unexpected error occurred (${code}): ${message}`,

  // Section 5: validation
  required: "This field is required",
  fileTooLarge:
    "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  invalidCardNumber: "Invalid card number",
  invalidExpiry: "Invalid month or year.",
  acceptTermsFirst: "Please accept the terms and conditions before proceeding.",
  confirmTerms:
    "By continuing with registration, you hereby accept to the terms and conditions outlined above.",
  invalidConferenceId: "Invalid conference ID",
  mustBeOneImage: "Must be only one image",
  unexpectedFileType: "Unexpected error parsing file type",

  // Sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  onlyForPurchasers: (label: string) => `This is only available for users who have purchased ${label}`,
  termsRefused: "You must accept the terms and conditions to register for the conference.",
  acceptTermsButton: "I accept to the terms and conditions outlined above.",
  noDecisionYet: "You have not yet received a decision. Please try again later.",
  onlyIfAccepted: (passTitle: string) =>
    `Unfortunately, you may only register for the ${passTitle} if your application was accepted.`,
  onlyIfAcceptedOrDeferred: (passTitle: string) =>
    `Unfortunately, you may only register for the ${passTitle} if your application was accepted or deferred to virtual.`,
  applicationsClosed: "Applications are now closed.",

  // Ours, where the specification is silent
  invalidSecurityCode: (digits: number) => `Enter the ${digits}-digit security code.`,
  emptyFile: "This file is empty. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  wrongFileType: "This is not a PDF or Microsoft Word Document. Please upload a .pdf, .doc or .docx file.",
  noFileChosen: "Choose a file first.",
  notAnOption: "Choose one of the options.",
  notANumber: "Enter a number, using digits only.",
  notADate: "Enter a real date, such as 2001-09-24.",
  notInFormat: (hint: string) => `This does not have the expected form. ${hint}`,
  tooLong: (limit: number) => `Shorten this to ${limit.toLocaleString("en-US")} characters or fewer.`,
  tooYoungInPerson: (age: number) =>
    `You must be ${age} or older on the first day of the conference to take part in person. You can still apply for the virtual summit.`,
  weakAdminPassword: (length: number) => `Password should be at least ${length} characters.`,
  sameEmail: "This is already your e-mail address.",
  freshPasswordNeeded: "Please log in again to change your e-mail.",
  pleaseConfirmEmail:
    "Please confirm your e-mail address, so that we know our mail about decisions and payments reaches you.",
  emailConfirmed: (email: string) =>
    `Your e-mail address ${email} is confirmed. There is nothing more to do.`,
  confirmationSent: "We have sent a link to confirm your e-mail address. It works for 72 hours.",
  confirmLinkInvalid:
    "This link has expired, was already used, or belongs to another account. Please ask for a new one.",
  revertLinkInvalid:
    "This link has expired or was already used. If somebody else has changed your account, please contact us.",
  invalidEmail: "Enter an e-mail address, such as name@example.com.",
  tooManyAttempts: (minutes: number) => `Too many attempts. Please wait ${inWords(minutes)} and try again.`,
  resetMailSent:
    "If there is an account for this address, we have sent a link to choose a new password. It works for 30 minutes.",
  resetLinkInvalid: "This link has expired or was already used. Please ask for a new one.",
  passwordChanged: "Your password has been changed. Please log in with it.",
  signedInAgain: "Your session had ended. Log in again: what you typed is kept and will be sent on.",
  sessionEnded: "Your session has ended. Press Save draft to log in again: what you typed is kept.",
  otherAccount:
    "This page was opened by another account than the one that is logged in now. Nothing was saved.",
  staleDraft:
    "This section was saved in another tab or on another device after you opened it. What you typed is still here and not saved yet.",
  alreadySubmitted: "Your application has been submitted and can no longer be changed.",
  applicationChanged:
    "Your application was changed in another tab after you opened this page. Please check the answers below and submit again.",
  draftSaved: "Draft saved.",
  documentSaved: "Document saved.",
  notSubmitted: "Submit your application first. Passes can be bought once it has been accepted.",
  alreadyRegistered: (passTitle: string) => `You have already registered for the ${passTitle}.`,
  refundsOver: "The time for refunds is over.",
  refundLessDeposit: (deposit: string) =>
    `Everything paid, less the non-refundable deposit of ${deposit} of the registration fee.`,
  includedInPass: (passTitle: string, otherTitle: string) =>
    `The ${passTitle} is included in your ${otherTitle}. There is nothing more to pay.`,
  notAnAmount: "Enter an amount in dollars, such as 445 or 445.50.",
  nothingToRefund: "there is nothing to give back.",
  directorsOnly: "Only directors can do this. Ask one of them, or to become one.",
  noCardNumbers:
    "Card numbers are not accepted here: they go to the card processor, which answers with a token.",
  reasonNeeded: "Give a reason. It is kept with the refund.",
  refundAmount: (paid: string) => `Enter an amount above $0 and up to the ${paid} that were paid.`,
  notRefundable: "This payment is not held any more, or somebody else is refunding it. Nothing was done.",
  notOnSale: (passTitle: string) => `The ${passTitle} is not on sale at the moment.`,
  waiverFirst: "Accept the terms and conditions first.",
  agreementChanged:
    "The terms and conditions have changed since you opened this page. Please read them again.",
  unknownAddOn: "One of the chosen add-ons is not available. Please check your choice and try again.",
  addOnUnavailable: (title: string) => `${title} is no longer available. Please remove it and try again.`,
  chooseVariant: (title: string) => `Choose an option for ${title}.`,
  priceChanged: (total: string) =>
    `The total is now ${total}. Nothing has been charged. Please check it and pay again.`,
  nothingCharged: "Nothing was charged. You can try again.",
  paymentInProgress: "A payment for this pass is already being processed. Nothing more will be charged.",
  paymentBeingChecked:
    "We are confirming your payment with the card processor. Please do not pay again: the result will be under Payment information.",
  payloadNeeded: "Send an object.",
  noPayload: "This function takes no data.",
  textNeeded: "This must be text.",
  amountNeeded: "This must be an amount in dollars.",
  unreadableField: "This is not of the expected kind.",
  onlyOwnPass: "Only administrators may ask for the pass of somebody else.",
  tookTooLong: "This took too long. What was begun is brought to its end: look before you try again.",
  notATime: "Enter a date and a time, such as 2022-12-16T13:00.",
  endsBeforeItBegins: "The end must be after the beginning.",
  changedMeanwhile:
    "Somebody else changed or deleted this after you opened it. What you typed is still below and not saved; what is there now is above.",
  notFound: "This page does not exist.",
  methodNotAllowed: "This address does not accept that kind of request.",
  badRequest: "We could not read what was sent. Please go back, reload the page and try again.",
  tooLarge: "What was sent is too large.",
  foreignRequest: "This request did not come from this site. Please go back, reload the page and try again.",
  serverFault: "Something went wrong on our side. Nothing was lost. Please try again in a moment.",
  decisionFile: {
    empty: "There are no lines in this file. It needs a header and a line for each applicant.",
    notUtf8: "This file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.",
    nothingGiven: "Choose a file, or paste the table.",
    noColumns:
      "The first line has to name the columns: “decision”, and “uid”, “application” or “email” for the applicant.",
    noDecisionColumn: "There is no column “decision” in the first line.",
    noKeyColumn: "There is no column “uid”, “application” or “email” in the first line.",
    columnTwice: (name: string) => `The column “${name}” is there twice. Remove one of them.`,
    tooManyLines: "A file may have 50,000 lines at most. Divide it into several.",
    quoteOpen: "A quotation mark is not closed here.",
    noKey: "Nobody is named in this line.",
    notADecision: (word: string) =>
      `“${word}” is not a decision. Write Accepted, Deferred to virtual, Waitlisted or Rejected, none to take a decision away, or nothing to leave it as it is.`,
    unknown: "There is no account with this name.",
    notSubmitted: "This person has not submitted an application to this conference.",
    twoPeople: "This names two accounts. Use the column “uid”.",
    twice: (lines: number[]) =>
      `The same applicant stands in ${lines.length === 1 ? "line" : "lines"} ${lines.join(" and ")} too.`,
  },
  decisionPlan: {
    refusedLines:
      "Nothing can be applied while lines are refused. Correct the file and upload it again; nothing has been changed.",
    moved:
      "Nothing was applied: since this plan was made, other decisions were set. What they are now is shown below. Upload the file again to make a new plan.",
    alreadyApplied: "This plan has been applied already.",
    nothingToDo: "This plan changes nothing.",
    notApplied: "Only a plan that was applied can be undone.",
    alreadyUndone: "This plan has been undone already.",
    changedSince: "Set anew since this plan was applied: it would be lost.",
  },
  release: {
    moved:
      "Nothing was done: the round or its decisions changed after you opened this page. Look again at what is shown now.",
    nothingToTakeBack: "This round is not released.",
    deadlineNeeded:
      "Enter a date and a time, such as 2022-12-16T13:00. An hour that clocks skip does not exist.",
  },
  distribution: {
    title: (round: string | null, undecidedOnly: boolean, readers: number) =>
      `${round ?? "All rounds"}, ${undecidedOnly ? "undecided" : "decided and undecided"}, ${counted(readers, "reader")} each`,
    titleInstead: "What somebody had not begun, given to others",
    titleUndo: (title: string) => `Undo: ${title.replace(/^(?:Undo: )+/, "")}`,
    lowestLoad: (excluded: Excluded) => `Lowest load.${exclusions(excluded)}`,
    evenedOut: (excluded: Excluded) => `So that everybody's load stays even.${exclusions(excluded)}`,
    movedForEvenness:
      "Moved, because readers have joined or left, or read other shares than before: the load is even only like this.",
    movedForConflicts:
      "Moved, because a conflict leaves no other way: those with the lowest load may not read, or already read, what had to be given.",
    becameConflict: {
      self: "It is the reader's own application.",
      declared: "The reader declared a conflict.",
      institution: "The reader is from the same institution.",
    },
    onLeave: "The reader is on leave.",
    leftStaff: "The reader is not on the staff any more.",
    surplus: (readers: number) => `More readers than the ${readers} asked for.`,
    undone: "Undo.",
    uneven:
      "Loads differ by more than one per share of capacity: conflicts and what is already begun leave no other way.",
    lost: (lost: number) =>
      `${counted(lost, "reading is", "readings are")} not given back: the reader is on leave, has left the staff, or may not read ${lost === 1 ? "it" : "them"}.`,
    shortage: (excluded: Excluded, readers: number) =>
      `There ${readers === 1 ? "is" : "are"} only ${counted(readers, "reader")}.${exclusions(excluded)}`,
    nothingToDo:
      "Every application has its readers already, and the load is even: there is nothing to change.",
    moved:
      "Nothing was applied: since this plan was made, something of it has changed. What it is stands below. Make a new plan.",
    alreadyApplied: "This plan has been applied already.",
    otherPlan: "Another distribution was applied since this plan was made.",
    notApplied: "Only a plan that was applied can be undone.",
    alreadyUndone: "This plan has been undone already.",
    nobodyReads: "Nobody on the staff can read at the moment: everybody is on leave.",
    noApplications: "There is no such application to distribute.",
    movedLine: {
      there: "This reader has it already.",
      gone: "This reader does not have it any more.",
      started: "The reader has begun.",
      withdrawn: "The application is not submitted any more.",
      notOnStaff: "The reader is on leave or has left the staff.",
      conflict: "The reader has declared a conflict.",
    },
  },
  staff: {
    already: "This person is on the staff already.",
    disabled: "This account is disabled. Enable it first.",
    lastDirector: "Somebody has to be director: make somebody else one first.",
    notOnStaff: "This person is not on the staff.",
    capacity: "Choose a number from 1 to 10.",
    longPasswordNeeded:
      "Staff need a password of at least 12 characters. Choose a new one by way of “Forgot your password?”.",
    invitationInvalid:
      "This invitation has expired, was withdrawn or was already used. Ask a director for a new one.",
    invitationGone: "This invitation is not open any more.",
    added: "Added. We have written to them.",
    invited: "We have sent an invitation. It works for 7 days.",
    withdrawn: "The invitation does not work any more.",
    removed: "Removed from the staff, and logged out everywhere.",
    saved: "Saved.",
    removing: "They lose access and are logged out at once. What they wrote and decided stays.",
    removingUnread: (unstarted: number, assigned: number) =>
      `Of ${counted(assigned, "application")} to read, ${unstarted.toLocaleString("en-US")} ${unstarted === 1 ? "is" : "are"} not begun: you can give ${unstarted === 1 ? "it" : "them"} to others afterwards.`,
    leftUnread: (unstarted: number) =>
      `${counted(unstarted, "application waits", "applications wait")} for somebody who does not read at the moment. Others can be given ${unstarted === 1 ? "it" : "them"}: you see the plan first.`,
    whyNewPassword: "Staff can see every applicant's documents. You are logged out on all other devices.",
  },
  mailing: {
    unknownPlaceholder: (name: string) =>
      `{${name}} is no placeholder. There are {firstName}, {fullName}, {conference} and {link}.`,
    tooManyPlaceholders: (limit: number) => `Use ${limit} placeholders at most.`,
    nobody: "Nobody is in this group at the moment.",
    moved:
      "Nothing was sent: who is in this group changed after you looked. Look again at whom it would go to now.",
  },
  review: {
    chooseScore: "Choose a score from 1 to 5.",
    chooseRecommendation: "Choose what you recommend.",
    notSubmitted: "This application is not submitted at the moment. It can be scored once it is.",
    conflictDeclared: "You said that you should not read this application, so you cannot score it.",
    refused:
      "This application cannot be scored by you any more: it was opened again, or you declared that you should not read it. Nothing was saved.",
    clash:
      "You saved a review of this application in another tab or on another device after you opened this page. Nothing was saved now: what is stored is shown beside what you chose.",
    conflictReason: "Say in a few words why you should not read this.",
    started:
      "You have already reviewed or commented on this application. Ask a director to give it to somebody else.",
    afterYours: "You see what others think once you have saved your own review.",
    emptyComment: "Write a comment first.",
    nothingLeft: "You have no applications left to review.",
    reopenReason: "Give a reason. It is kept in the audit log, and the delegate is not told.",
    cannotReopen:
      "This application cannot be opened again: it is not submitted, or a pass is held or being paid for. Nothing was changed.",
  },
  reopened: "The staff opened your application again. Change what is needed and submit it again.",
  account: {
    reasonNeeded: "Give a reason. It is kept in the audit log.",
    notOneself: "You cannot disable your own account. Another director can.",
    notChanged: "Somebody else changed this account after you opened it. Nothing was done.",
  },
  library: {
    cannotPlay:
      "This video cannot be played at the moment: the service that holds it is not connected. Please come back later, or contact us if the issue persists.",
    placeLost: "Your place in this video is not being kept: log in again, and go on from here.",
    nothingFound: "No lecture has all of these words in its title or in the names of its speakers.",
    nothingYet: "The first lectures will be here soon.",
  },
  image: {
    onlyOne: "Must be only one image",
    unreadable: "Unexpected error parsing file type",
    hint: "PNG, JPEG or WebP, at most 5 MB, 8 megapixels and 6,000 pixels a side.",
    notStored: "The picture could not be stored. Nothing was changed. Please try again.",
  },
  videos: {
    changedMeanwhile:
      "Somebody else saved this after you opened it. Nothing was saved now: what you typed is still below, and what is stored stands above it.",
    changedBeforeRemoval: "Somebody else saved this after you opened it. Nothing was removed.",
    inProgramme: (sessions: number) =>
      `${counted(sessions, "session", "sessions")} of the programme ${sessions === 1 ? "names" : "name"} this speaker. Nothing was removed: take the name out there first.`,
    noSuchFile: "There is no such file in the store. Put it there first, under videos/.",
    fileKey: "Write the key of a file under videos/, such as videos/opening.mp4.",
    streamId: "Write the id that Stream shows for the video: 32 letters and digits.",
    youtube: "Write the id of the video on YouTube, or its address.",
    vimeo: "Write the id of the video on Vimeo, or its address.",
    onlyOpen: "Premium videos are files or on Stream: what is on YouTube or Vimeo is open to all.",
    length: "Write the length as 1:02:30, 12:30 or in seconds, at most 24 hours.",
    chapter: (line: number) => `Line ${line}: write the time and the title, such as 12:30 Questions.`,
    chapterBeyond: (line: number) => `Line ${line}: this chapter begins after the video has ended.`,
    chapterTwice: (line: number) => `Line ${line}: another chapter begins at the same time.`,
    tooManyChapters: (limit: number) => `Write ${limit} chapters at most.`,
    unknownCategory: "One of these categories does not exist any more.",
    unknownSpeaker: "One of these speakers does not exist any more.",
    categoryTitle: "Write a title with letters or digits.",
    categoryExists: "There is such a category already.",
    categoryInUse: "There are videos in this category: only an empty one can be deleted.",
    positionGone: "What you moved it next to is not there any more: it was put at the end.",
    itemGone: "What you moved is not there any more. Nothing was changed.",
    saved: "Saved.",
    removed: "Removed.",
  },
  subscription: {
    notOnSale: "HPAIR+ cannot be subscribed to at the moment.",
    priceChanged: (price: string) =>
      `The price of HPAIR+ has changed: it is ${price} now. Nothing was charged. Please look at the new price and try again.`,
    alreadySubscribed: "You are subscribed already. Nothing was charged.",
    inProgress: "You have begun to subscribe already. Please wait until we know what became of it.",
    beingSetUp:
      "Your payment has arrived and your subscription is being set up. This takes some minutes at most: please do not pay again.",
    beingResumed:
      "Your subscription is being resumed. This takes some minutes at most. Nothing is charged now.",
    givenBack:
      "Your card could not be set up to pay for further periods, so you are not subscribed, and what was charged goes back to your card. Please try another card, or one that is valid for longer.",
    refunded: "Your last payment goes back to the card it was made with. You are not subscribed.",
    ended: "Your subscription has ended. You are welcome to subscribe again.",
    pastDue:
      "Our card processor could not charge your card for the next period. It tries again; if that fails, your subscription ends.",
    notCancellable: "This subscription is not running any more, so there was nothing to cancel.",
    notResumable:
      "Your subscription could not be resumed. Nothing was charged, and you can subscribe again once it has ended.",
    waitToResume: "Our card processor is still stopping your subscription. Please try again in some minutes.",
    nothingToRefund: "This subscription is not running, or its last payment is not known: nothing was done.",
  },
  hub: {
    findings: (number: number) => `The last check found ${counted(number, "thing")} wrong.`,
    unknownPayments: (number: number) =>
      `${counted(number, "payment has", "payments have")} waited for an answer of the card processor for over an hour.`,
    unknownRefunds: (number: number) =>
      `${counted(number, "refund has", "refunds have")} waited for an answer of the card processor for over an hour.`,
    lostMails: (number: number) =>
      `${counted(number, "mail", "mails")} could not be sent and ${number === 1 ? "was" : "were"} given up.`,
    unread: (number: number) =>
      `${counted(number, "undecided application has", "undecided applications have")} nobody to read ${number === 1 ? "it" : "them"}.`,
    undecided: (number: number, round: string) =>
      `${round}: ${counted(number, "application is", "applications are")} undecided.`,
    unreleased: (number: number, round: string) =>
      `${round}: ${counted(number, "decision is", "decisions are")} not released.`,
  },
  programme: {
    timeNeeded: "Enter a day and a time, such as 2023-02-17T09:30. An hour that clocks skip does not exist.",
    endsBeforeItBegins: "It has to end after it begins.",
    tooLong: "A session lasts 24 hours at most. Divide it into several.",
    capacity: "Enter a whole number from 1 to 100,000, or nothing for no limit.",
    unknownSpeaker: (name: string) => `There is no speaker “${name}” in the library. Add them there first.`,
    severalSpeakers: (name: string) =>
      `There are several speakers called “${name}”. Choose one from the list, with the id in parentheses.`,
    tooManySpeakers: "A session has 20 speakers at most.",
    unknownRecording: "There is no such video in the library. Choose one from the list.",
    session: (title: string) => `“${title}”`,
    sessionInLine: (title: string, line: number) => `“${title}” in line ${line}`,
    roomTaken: (room: string, session: string, when: string) => `${room} is taken: ${session}, ${when}.`,
    speakerTaken: (speaker: string, session: string, when: string) =>
      `${speaker} is somewhere else: ${session}, ${when}.`,
    changedMeanwhile:
      "Somebody changed this session while you were editing it. What it says now is shown here; what you typed is still in the form. Save again to put it in its place.",
    movedMeanwhile: "Nothing was done: this session changed after you opened this page. Look at it again.",
    placeGone: "The room or track was removed meanwhile. Choose another one.",
    deletedMeanwhile: "Somebody deleted this session.",
    chosen: (number: number) =>
      `${counted(number, "person has", "people have")} chosen this session, so it cannot be deleted. Cancel it: their calendars then say so.`,
    lowering: (held: number) =>
      `${counted(held, "place is", "places are")} taken. A lower number takes none of them away; nobody new gets in until enough have left.`,
    promoted: (number: number) =>
      `${counted(number, "person", "people")} of the waiting list ${number === 1 ? "has" : "have"} a place now.`,
    saved: "Saved.",
    nameTaken: (title: string) => `There is one called “${title}” already.`,
    inUse: (number: number) =>
      `${counted(number, "session is", "sessions are")} there. Move or delete ${number === 1 ? "it" : "them"} first.`,
    renamedMeanwhile: "Nothing was done: somebody changed it after you opened this page.",
    link: "Enter an address that begins with https://",
  },
  agenda: {
    cancelled: "This session is cancelled.",
    over: "This session is over.",
    gone: "This session is not in the programme any more.",
    moved: "This session changed while you were choosing it. Nothing was done: look at it again.",
    waiting: (position: string) =>
      `You are ${position} on the waiting list. We write to you when you have a place.`,
    noPlaces: "No places left. You can join the waiting list.",
    placesLeft: (left: number) => `${counted(left, "place")} left`,
    sameTime: (titles: string, isChosen: boolean) =>
      isChosen ? `Clashes with ${titles}.` : `At the same time as ${titles}, which you have chosen.`,
    nothingFound: "No session of this day has all of these words in its title, description or speakers.",
    nothingChosen: "Choose sessions in the programme, and they are here.",
    clashes: (number: number) =>
      `${counted(number, "session")} of your agenda ${number === 1 ? "is" : "are"} at the same time as another one. You can keep both, and leave one later.`,
    addressOnce:
      "Give this address to your calendar now: it is not shown again. Whoever has it can read your agenda.",
    addressNone:
      "With a private address your calendar follows your agenda: sessions you have a place in, their changes and cancellations.",
    addressMade: (since: string) =>
      `Your calendar can follow your agenda by the address you made on ${since}. It was shown once: if you have lost it, make a new one, and the old one stops working.`,
  },
  scheduleFile: {
    empty: "There are no lines in this file. It needs a header and a line for each session.",
    noColumn: (name: string) =>
      `There is no column “${name}” in the first line. A programme needs day, start, end and title.`,
    columnTwice: (name: string) => `The column “${name}” is there twice. Remove one of them.`,
    tooManyLines: "A file may have 5,000 lines at most. Divide it into several.",
    quoteOpen: "A quotation mark is not closed here.",
    unknownId: (id: string) => `There is no session “${id}”. Leave the id empty for a new one.`,
    noTitle: "It has no title.",
    titleTooLong: "Its title is longer than 200 characters.",
    descriptionTooLong: "Its description is longer than 5,000 characters.",
    nameTooLong: (name: string) => `“${name.slice(0, 40)}…” is longer than 100 characters.`,
    times: (day: string, start: string, end: string) =>
      `“${day} ${start} to ${end}” is no time. Write the day as 2023-02-17, and times as 09:30. An hour that clocks skip does not exist.`,
    unknownLevel: (level: string, known: string) =>
      `“${level}” is no level. Write ${known}, or nothing for everybody.`,
    twice: (lines: number[]) =>
      `The same session stands in ${lines.length === 1 ? "line" : "lines"} ${lines.join(" and ")} too.`,
    refusedLines:
      "Nothing can be applied while lines are refused. Correct the file and upload it again; nothing has been changed.",
    moved:
      "Nothing was applied: the programme changed since this plan was made. What stands in the way is shown below. Upload the file again to make a new plan.",
    speakersGone: (ids: string[]) =>
      `Nothing was applied: speakers were removed from the library since this plan was made (${ids.join(", ")}). Upload the file again to make a new plan.`,
    alreadyApplied: "This plan has been applied already.",
    nothingToDo: "This plan changes nothing.",
  },
} as const;

/** Readers who may not read an application, by why. */
type Excluded = { self: number; declared: number; institution: number };

function exclusions({ self, declared, institution }: Excluded): string {
  const parts = [
    institution > 0 && `${counted(institution, "reader")} excluded: same institution`,
    declared > 0 && `${counted(declared, "reader")} excluded: declared a conflict`,
    self > 0 && `${counted(self, "reader")} excluded: own application`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : ` ${parts.join("; ")}.`;
}

function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

function inWords(minutes: number): string {
  const [count, unit] = minutes > 90 ? [Math.ceil(minutes / 60), "hour"] : [minutes, "minute"];
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}
