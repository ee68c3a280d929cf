import type { EditionDocument, EditionQuestion } from "./edition-document.ts";

/** A question with the usual settings: its answer is a short text, and nobody may leave it out. */
export const PLAIN_QUESTION: EditionQuestion = {
  ...{ id: "", text: "", hint: null, kind: "short text", required: "always", requiredMessage: null },
  ...{ dependsOn: null, options: null, mask: null, format: null, maxLength: 200, autocomplete: null },
  ...{ scholarshipRelated: false, forReviewers: true, onSite: false, forEmergencies: false },
  ...{ askedLater: false, retired: false },
};

/**
 * The sections and questions in which badges, letters, mails and the rule about age look for an answer. They are found
 * by their ids. Every form must have them, but it may change their titles. Ids are made from titles, so if one of these
 * questions was removed, a new question with the title given here gets the known id.
 */
export const KNOWN_SECTIONS: EditionDocument["sections"] = [
  {
    ...{ id: "about", title: "About", introduction: null },
    questions: [
      { ...PLAIN_QUESTION, id: "firstName", text: "First name", autocomplete: "given-name" },
      { ...PLAIN_QUESTION, id: "lastName", text: "Last name", autocomplete: "family-name" },
      {
        ...{ ...PLAIN_QUESTION, id: "dateOfBirth", text: "Date of birth", kind: "date", maxLength: 10 },
        ...{ autocomplete: "bday", forReviewers: false },
      },
    ],
  },
  {
    ...{ id: "participation", title: "Participation", introduction: null },
    questions: [
      {
        ...{ ...PLAIN_QUESTION, id: "participation", text: "Participation", kind: "choice" },
        options: ["In person", "Virtual"],
      },
    ],
  },
];
