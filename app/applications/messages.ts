import { minutesInWords, quantity } from "~/values/words.ts";
import { fileSize, MAX_DOCUMENT_BYTES } from "./documents.ts";

/** Sentences about an application: its questions, its documents, and its submission. */
export const applicationMessages = {
  // Specification, section 8: the error catalogue
  uploadRefused:
    "We were unable to upload your files. Make sure they are within the given sizes and try again.",

  // Specification, section 5: validation
  fileTooLarge: `Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than ${fileSize(MAX_DOCUMENT_BYTES)}.`,

  // Specification, sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  applicationsClosed: "Applications are now closed.",

  // Our own sentences, where the specification gives none
  searchStopped: (people: number) =>
    `More than ${quantity(people, "person matches", "people match")}; type more letters.`,
  emptyFile: `This file is empty. Please upload a PDF or Microsoft Word Document no more than ${fileSize(MAX_DOCUMENT_BYTES)}.`,
  wrongFileType: "This is not a PDF or Microsoft Word Document. Please upload a .pdf, .doc or .docx file.",
  photoOfDocument:
    "This is a picture. Please make a PDF of the picture and upload the PDF. On an iPhone: open the picture, tap Share, then Print, then Share again, and Save to Files. On Android: open the picture, tap the menu, then Print, and choose Save as PDF.",
  activePdf:
    "This PDF contains a script, a file or something else that we cannot check. We do not accept such a PDF. Please print it into a new PDF (Print, then Save as PDF) and upload the new PDF.",
  activeWord:
    "This Word document contains macros, or parts from other programs or other places. We do not accept such a document. Please save it as a PDF and upload the PDF.",
  protectedFile:
    "This file is protected, so we cannot check it. Please print it into a new PDF without a password and upload the new PDF.",
  tooManyUploads: (limit: number, minutes: number) =>
    `You have uploaded ${quantity(limit, "file")} within a day. Please wait ${minutesInWords(minutes)} and try again.`,
  documentsAllowed: `PDF or Microsoft Word, up to ${fileSize(MAX_DOCUMENT_BYTES)}. You can replace a file until you submit.`,
  noFileChosen: "Choose a file first.",
  documentSaved: "Document saved.",
  otherFile:
    "Another file was uploaded here after you opened this page, so nothing was removed. Please look at it.",
  readBlind:
    "The people who read your application do not see your name, your e-mail address or the names of your files.",
  readBlindFiles: "They do see what is inside a file, so leave your name out where you can.",
  readBlindTexts: "They do see everything else that you write, so leave your name out of your texts.",
  notTheseOptions: "Choose from the options shown. Untick options that are no longer offered.",
  tooManyOptions: "You chose too many options. Choose fewer.",
  answeredBefore: (answer: string) => `You answered “${answer}”, which cannot be chosen now.`,
  keepUntilChosen: "Keep this answer until I choose again",
  noLongerAsked: "No longer asked",
  notANumber: "Enter a number, using digits only.",
  notADate: "Enter a real date, such as 2001-09-24.",
  notInFormat: (hint: string) => `This does not have the expected form. ${hint}`,
  notATelephone:
    "We cannot read this as a telephone number. Start with + and the country code, such as +852 5123 4567.",
  inTheFuture: "This is in the future. Check the year.",
  tooLongAgo: (years: number) => `This is more than ${quantity(years, "year")} ago. Check the year.`,
  tooFarAhead: (years: number) => `This is more than ${quantity(years, "year")} from now. Check the year.`,
  tooYoungInPerson: (age: number) =>
    `You must be ${age} or older on the first day of the conference to take part in person. You can still apply for the virtual summit.`,
  draftSaved: "Draft saved.",
  savedWithProblems: "What you typed is saved. Correct it now, or continue and come back before you submit.",
  staleDraft:
    "This section was saved in another tab or on another device after you opened it. What you typed is still here and not saved yet.",
  sessionEnded: "Your session has ended. Press Save draft to log in again. We keep what you typed.",
  applicationChanged:
    "Your application was changed in another tab after you opened this page. Please check the answers below and submit again.",
  alreadySubmitted: "Your application has been submitted and can no longer be changed.",
  changeableLater: "After you submit, you can change only your badge name, needs and contacts.",
  submittedAnswers: "Here are your answers. You can change only your badge name, needs and contacts.",
  answersKept: "Here are your answers. They can no longer be changed.",
  draftKept: "You did not submit this application. You can still read here what you wrote.",
  notApplied: "You did not apply to this conference.",
  isReopened: "Your application is open again",
  reopened:
    "The staff opened your application again, so that you can change it. Make your changes and submit it again: until then it does not count as submitted. If you do not know what to change, write to us.",
  exceptionReason: "Write the reason in a few words.",
  ownDeadline: {
    what: "Everybody else keeps their deadline. If this person submits by the last deadline, round and price are the usual ones.",
    after: (last: string) => `Later than the last deadline, ${last}.`,
    roundHint:
      "If they submit after the last deadline, this round decides the price, and when their decision comes out.",
    chooseRound: "Choose one of the rounds.",
    notAhead: "This time has passed. Choose one that is still to come.",
    notLater: (last: string) => `Until ${last}, everybody may submit. Choose a later time.`,
    nobody: "This account no longer exists.",
    notCurrent:
      "Delegates see another edition now, so nobody can submit an application to this one. You cannot give a later deadline.",
    tooLate: "The application has been submitted in the meantime. To let them change it, open it again.",
    notNeeded: "This application is submitted or was opened again, so no deadline applies to it.",
    same: "Nothing was changed: this person has exactly this deadline already. They get no other mail.",
    given: "The deadline is set, and a mail to this person is on its way.",
    takenBack: "The deadline is taken back, and a mail to this person is on its way.",
    whatTakingBackDoes: "The last deadline holds for this person again. They are told by mail.",
    untilForDelegate: "The team gave you more time. You may submit until",
  },
  noFormer: "You have no earlier application to start with.",
  alreadyBegun: "You have already begun this application, so we copied nothing into it.",
  noneFits:
    "None of your old answers fits this form, so we copied nothing. Please begin with the first section.",
} as const;
