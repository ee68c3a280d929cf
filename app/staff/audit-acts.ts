import type { AuditAct } from "~/values/audit-acts.ts";

type Detail = Record<string, unknown>;

/**
 * The words for a kind of act. They follow the name of the person who acted. The first is the label by which the act
 * can be chosen in the filter. The second is the sentence that the log shows; if there is none, the log shows the
 * label. In the sentence, "{}" stands for the thing that the act is about, and "{name}" for a detail.
 */
type Words = readonly [called: string, sentence?: string | ((detail: Detail) => string)];

/** Returns `rest` if there is a `value`, and an empty text if there is none. */
const if_ = (value: unknown, rest: string): string => (value === undefined || value === null ? "" : rest);

/** How much a grant takes off a price. */
const worth = ({ percent, budgetId }: Detail) =>
  `${percent === undefined || percent === null ? "{amountCents}" : "{percent}%"} of the price${if_(budgetId, ", paid from {budgetId}")}`;

/** The sentence about the dates that were moved. It has the value of each moved date before and after. */
const moves = ({ from, to }: Detail): string => {
  const [before, after] = [from as Detail | undefined, to as Detail | undefined];
  const moved = ["deadline", "decisionRelease"].filter(
    (date) => before && after && before[date] !== after[date],
  );
  if (moved.length === 0) return "set the dates of {} again";
  const [first, second] = moved.map((date) => `{${date}} of {} from {from.${date}} to {to.${date}}`);
  return `moved the ${first}${second ? `, and its ${second.replace(" of {}", "")}` : ""}`;
};

export const ACTS: Record<AuditAct, Words> = {
  // Accounts.
  signIn: ["logged in", ({ by }) => (by === "program" ? "logged in from a program" : "logged in")],
  wrongPassword: ["refused a wrong password", "refused a wrong password for the account of {}"],
  refused: ["was refused", "was refused {}"],
  changeEmail: ["asked for another e-mail address"],
  revertEmail: ["took the old e-mail address back"],
  confirmEmail: [
    "confirmed an e-mail address",
    ({ takenFrom }) => `confirmed an e-mail address${if_(takenFrom, " that {takenFrom} had before")}`,
  ],
  changePassword: ["changed the password"],
  switchFactorOn: ["switched their second factor on"],
  replaceFactor: ["replaced their second factor"],
  renewRecoveryCodes: ["made new recovery codes"],
  useRecoveryCode: ["used a recovery code"],
  addPasskey: ["added a passkey"],
  removePasskey: ["removed a passkey"],
  switchFactorOff: ["switched their second factor off"],
  setFactorRule: ["said who must have a second factor"],
  askFactorReset: ["asked to reset a second factor", "asked to reset the second factor of {}"],
  withdrawFactorReset: [
    "took back a reset of a second factor",
    "took back the reset of the second factor of {}",
  ],
  resetFactor: [
    "took a second factor away",
    ({ by, askedBy }) =>
      `took the second factor of {} away${by === "script" ? ", from the command line" : if_(askedBy, ", as {askedBy} had asked")}`,
  ],
  deleteAccount: ["deleted their account"],
  disableAccount: ["disabled an account", "disabled the account of {}"],
  enableAccount: ["enabled an account", "enabled the account of {}"],
  grantDirector: ["made somebody a director", "made {} a director, from the command line"],

  // Applications.
  submitApplication: ["submitted an application"],
  reopenApplication: [
    "opened an application again for the delegate",
    "opened the application of {} again for the delegate",
  ],
  giveOwnDeadline: [
    "gave one person a later deadline",
    "let {} submit until {deadline} (after the last deadline: in the round {round}): {reason}",
  ],
  issueLetter: ["issued a letter", "issued a letter to {}: {kind}"],
  issueLetters: ["issued letters to a selection", "issued letters to a selection: {kind}"],
  replaceLetter: ["replaced a letter", "replaced a letter to {} ({kind}): {reason}"],
  withdrawLetter: ["withdrew a letter", "withdrew a letter to {} ({kind}): {reason}"],
  takeOwnDeadlineBack: [
    "took back one person's later deadline",
    "took back the later deadline of {}: {reason}",
  ],
  correctAnswer: [
    "corrected an answer of an application",
    "corrected the answer {question} in the application of {}: {reason}",
  ],
  openApplication: ["opened an application", "opened the application of {}"],
  openDocument: ["opened a document", "opened a document of {}, {questionId}"],
  acceptWaiver: ["accepted the terms", "accepted version {version} of the terms"],
  saveReview: ["saved a review", "scored the application of {} with {score}"],
  addComment: ["wrote a comment", "wrote a comment on the application of {}"],
  deleteComment: ["deleted a comment", "deleted a comment on the application of {}"],
  declareConflict: [
    "said that they should not read an application",
    "said that they should not read the application of {}",
  ],
  putLabel: ["put a label on applications", "put the label “{title}” on applications"],
  takeLabelOff: ["took a label off applications", "took the label “{title}” off applications"],
  saveSelection: ["saved a selection of applications", "saved the selection “{name}”"],
  forgetSelection: ["removed a saved selection of applications"],
  applyDistribution: ["gave out applications to read", "gave out applications to read by {}"],
  undoDistribution: ["took applications back from readers", "took applications back from readers by {}"],
  remindReaders: ["reminded readers", "reminded readers of {} to finish their reviews by {by}"],

  // Decisions.
  applyDecisions: ["set decisions", "set decisions by {}"],
  undoDecisions: ["took decisions back", "took decisions back by {}"],
  releaseDecisions: ["released decisions", "released the decisions of {}, planned for {decisionRelease}"],
  takeReleaseBack: ["took a release back", "took back the release of {}, which was made on {releasedAt}"],
  releaseAlone: [
    "released decisions without their round",
    ({ decisions }) =>
      `released ${decisions === 1 ? "one decision" : "{decisions} decisions"} without the round: {}`,
  ],
  takeBackAlone: [
    "took back decisions that were released without their round",
    "took back what was released without the round: {}",
  ],
  offerPlaces: [
    "offered places to people on the waiting list",
    ({ people }) => `offered ${people === 1 ? "a place" : "{people} places"} of {} from the waiting list`,
  ],
  takeOfferBack: ["took the offer of a place back", "took the offer of a place back from {}"],
  declineOffer: ["gave back a place that was offered"],
  setWaitingList: ["said how the waiting list is filled", "said how the waiting list of {} is filled"],
  scheduleRound: ["moved the dates of a round", moves],
  changeMailTemplate: ["changed the mail about a decision", "changed {}"],
  sendMailing: ["sent a mail to a group", "sent {} to {recipients} people"],
  sendMailsAgain: ["sent mails again that did not arrive", "sent mails to {} again that did not arrive"],

  // Editions, notifications and mails.
  saveEdition: ["saved the draft of an edition", "saved the draft of {}"],
  publishEdition: ["published an edition", "published {}"],
  takeEditionBack: ["took a publication back", "took the last publication of {} back"],
  scheduleEdition: ["scheduled the publication of an edition", "scheduled the publication of {} for {dueAt}"],
  cancelPublication: ["cancelled a scheduled publication", "cancelled the scheduled publication of {}"],
  makeCurrent: [
    "made an edition the current one",
    ({ instead }) => `made {} the current edition${if_(instead, " instead of {instead}")}`,
  ],
  publishNotification: ["published a notification", "published {}"],
  changeNotification: ["changed a notification", "changed {}"],
  deleteNotification: ["deleted a notification", "deleted {}"],

  // The programme.
  addSession: ["added a session", "added {}"],
  changeSession: ["changed a session", "changed {}"],
  cancelSession: ["cancelled a session", "cancelled {}"],
  restoreSession: ["took the cancellation of a session back", "took the cancellation of {} back"],
  deleteSession: ["deleted a session", "deleted {}"],
  addRoom: ["added a room", "added {}"],
  renameRoom: ["renamed a room", "renamed {}"],
  removeRoom: ["removed a room", "removed {}"],
  addTrack: ["added a track", "added {}"],
  renameTrack: ["renamed a track", "renamed {}"],
  removeTrack: ["removed a track", "removed {}"],
  applySchedule: ["imported a programme", "imported {}"],
  undoSchedule: ["took an imported programme back", "took back {}"],

  // The library.
  createSpeaker: ["added a speaker", "added {}"],
  changeSpeaker: ["changed a speaker", "changed {}"],
  removeSpeaker: ["removed a speaker", "removed {}"],
  createVideo: [
    "added a video",
    ({ published }) => `added {}${published === true ? " and published it" : ""}`,
  ],
  changeVideo: [
    "changed a video",
    ({ published }) => `changed {}${published === false ? ", which is not published" : ""}`,
  ],
  removeVideo: ["removed a video", "removed {}"],
  createCategory: ["added a category", "added {}"],
  renameCategory: ["renamed a category", "renamed {}"],
  deleteCategory: ["deleted a category", "deleted {}"],
  sort: ["sorted a list", "moved {item} {side} {neighbour} in {}"],
  storePicture: ["stored a picture", "stored a picture ({picture}) of {}"],
  removePicture: ["removed a picture", "removed the picture ({picture}) of {}"],

  // Staff.
  addStaff: [
    "added somebody to the staff",
    ({ abilities, doorUntil }) =>
      `added {} to the staff${if_(abilities, " as {abilities}")}${if_(doorUntil, " until {doorUntil}")}`,
  ],
  inviteStaff: [
    "invited somebody to the staff",
    ({ abilities, doorUntil }) =>
      `invited {} to the staff${if_(abilities, " as {abilities}")}${if_(doorUntil, " until {doorUntil}")}`,
  ],
  withdrawInvitation: ["withdrew an invitation", "withdrew the invitation of {}"],
  acceptInvitation: [
    "joined the staff",
    ({ invitedBy, doorUntil }) =>
      `joined the staff as {abilities}${if_(doorUntil, " until {doorUntil}")}${if_(invitedBy, ", invited by {invitedBy}")}`,
  ],
  changeStaff: [
    "changed what somebody on the staff may do",
    ({ onLeave, doorUntil }) =>
      `changed {} to {abilities}${if_(doorUntil, " until {doorUntil}")}${onLeave === undefined ? "" : onLeave === true ? ", on leave" : ", not on leave"}, with {capacity} of the reading`,
  ],
  removeStaff: ["removed somebody from the staff", "removed {} from the staff"],
  handOver: ["let people leave the staff", "let {people} people leave the staff by {}"],
  undoHandover: ["brought people back to the staff", "brought {people} people back to the staff by {}"],
  export: ["began to download a file", "began to download {}"],
  exportEnd: [
    "came to the end of a download",
    ({ isWhole }) =>
      isWhole === false
        ? "broke off the download of {} after {rows} rows"
        : "downloaded all {rows} rows of {}",
  ],

  // Awards, codes and budgets.
  budget: ["made a budget", "made {} of {cents}"],
  award: ["gave an award", (detail) => `gave {uid} {}: ${worth(detail)}`],
  code: ["made a code", (detail) => `made {}: ${worth(detail)}`],
  "end grant": ["ended an award or a code", "ended {}"],

  // Acts that give money away above the limit.
  "propose money out": ["proposed money out", "proposed {amountCents} out for {}"],
  "confirm money out": ["confirmed money out", "confirmed the money out for {}"],
  "withdraw money out": ["withdrew money out", "withdrew the money out for {}"],

  // Invoices and money that comes in by hand.
  "ask for invoice": ["asked for an invoice", "asked for an invoice for {}"],
  "write invoice": ["wrote an invoice", "wrote an invoice for {}"],
  "cancel invoice": ["cancelled an invoice", "cancelled the invoice for {}"],
  "invoice ended": ["ended an invoice", "ended the invoice for {}, which was due"],
  "propose invoicing": ["proposed other terms for invoices", "proposed to change {}"],
  "confirm invoicing": ["confirmed other terms for invoices", "confirmed the change of {}"],
  "withdraw invoicing": ["withdrew other terms for invoices", "withdrew the change of {}"],
  "apply invoicing": ["put other terms for invoices into force", "put the change of {} into force"],
  "record receipt": ["recorded money", "recorded {amountCents} by {means} for {}"],
  "confirm receipt": ["confirmed money", "confirmed the money recorded for {}"],
  "write off rest": ["wrote off the rest of an invoice", "wrote off the rest of {}: {amountCents}"],
  "confirm write-off": ["confirmed a write-off", "confirmed that the rest of {} is written off"],
  "withdraw receipt": ["withdrew recorded money", "withdrew the money recorded for {}"],
  "receipt rebuilt": ["recorded lost money again", "recorded the money for {} again, which was lost"],
  "record money owed": [
    "recorded money that buys nothing",
    "recorded {amountCents} by {means} that buy nothing, for {}",
  ],
  "confirm money owed": [
    "confirmed money that buys nothing",
    "confirmed the money that buys nothing, for {}",
  ],
  "give back money owed": [
    "gave back money that bought nothing",
    "gave back the money that bought nothing, for {}",
  ],
  "ask to reverse receipt": ["asked to reverse recorded money", "asked to reverse the money recorded for {}"],
  "reverse receipt": ["reversed recorded money", "reversed the money recorded for {}"],
  "withdraw reversal": [
    "took back the request to reverse recorded money",
    "took back the request to reverse the money recorded for {}",
  ],

  // People who pay for others.
  "ask to pay": ["asked somebody to pay", "asked somebody to pay for {passType}"],
  "take request to pay back": ["took back a request to pay", "took back a request to pay for {passType}"],
  "refuse to pay": ["refused to pay for somebody"],
  "pay for others": ["paid for others", "paid for others, with {}"],

  // Payments and refunds.
  "payment captured": ["received a payment", "received {}"],
  "payment declined": ["was told that a card was declined", "was told that the card was declined for {}"],
  "payment released": ["let go of a payment that was not charged", "let go of {}, which was not charged"],
  "payment unknown": [
    "was not told whether a card was charged",
    "was not told whether the card was charged for {}",
  ],
  "payment taken back": [
    "gave back a charge that bought nothing",
    "gave back {amountCents} that bought nothing, of {}",
  ],
  "payment voided": ["voided a payment", "voided {}"],
  "payment refunded": ["gave a payment back", "gave {} back"],
  "payment rebuilt": ["wrote a lost payment again", "wrote {} again, which was lost"],
  "act rebuilt": ["did a lost act again", "did again what was lost of {}"],
  "act left to a person": ["left a lost act to a person", "left {}, which was lost, to a person"],
  withdraw: ["gave up what was paid for", "gave up {ends} of {}, for {amountCents}"],
  credit: ["gave credit", "gave {amountCents} of {} back as credit"],
  refund: ["gave money back", "gave {amountCents} of {} back"],
  "refund refused": ["could not give a payment back", "could not give money of {} back: {reason}"],
  "taken back by bank": [
    "recorded what a bank took back",
    "recorded that the bank took back {amountCents} of {}",
  ],
  "given back by bank": [
    "recorded what a bank gave back",
    "recorded that the bank gave back {amountCents} of {}",
  ],
  "pass stays after bank": [
    "let a pass stay whose money the bank took back",
    "let the pass stay although the bank took back {}",
  ],
  exchange: ["exchanged an item", "exchanged {item} of {} from {before} to {after}"],
  "offer pass": ["offered a pass to somebody", "offered the pass of {} to somebody"],
  "take pass offer back": ["took the offer of a pass back", "took back the offer of the pass of {}"],
  "take over pass": ["took over a pass", "took over the pass of {from}"],
  searchDoor: ["looked for a name at the door"],
  openSessionDoor: ["opened the names of a session", "opened the names of {} at its door"],

  // HPAIR+.
  "subscription charged": ["charged for a subscription", "charged the card for {}"],
  "subscription declined": [
    "was told that a card was declined for a subscription",
    "was told that the card was declined for {}",
  ],
  "subscription released": [
    "let go of a subscription that was not charged",
    "let go of {}, which was not charged",
  ],
  "subscription unknown": [
    "was not told whether a card was charged for a subscription",
    "was not told whether the card was charged for {}",
  ],
  "subscription active": ["began a subscription", "began {}"],
  "subscription renewed": ["renewed a subscription", "renewed {}"],
  "subscription past_due": ["noted that a subscription was not paid", "noted that {} was not paid"],
  "subscription card changed": [
    "changed the card of a subscription",
    "changed the card of {} to {brand} ending in {lastFour}",
  ],
  "subscription cancelled": [
    "cancelled a subscription",
    ({ disabled }) => `cancelled {}${disabled === true ? ", because the account was disabled" : ""}`,
  ],
  "subscription resumed": ["resumed a subscription", "resumed {}"],
  "subscription not resumed": ["could not resume a subscription", "could not resume {}"],
  "subscription refunded": [
    "ended a subscription and gave its money back",
    "ended {} and gave {amountCents} back",
  ],
  "subscription ended": ["ended a subscription", "ended {}"],
  "subscription rebuilt": ["wrote a lost subscription again", "wrote {} again, which was lost"],
};
