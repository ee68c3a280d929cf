import type { EditionDocument, EditionQuestion } from "./edition-document.ts";

/** A question with nothing decided about it, except that it is a short text that everybody answers. */
export const PLAIN_QUESTION: EditionQuestion = {
  ...{ id: "", text: "", hint: null, kind: "short text", required: "always", requiredMessage: null },
  ...{ dependsOn: null, options: null, mask: null, format: null, maxLength: 200, autocomplete: null },
  ...{ scholarshipRelated: false, forReviewers: true, onSite: false, forEmergencies: false },
  ...{ askedLater: false, retired: false },
};

/**
 * The sections and questions by whose ids badges, letters, mails and the rule of age find an answer. Every form has
 * them, under whatever titles. Ids are made from titles. So if one of these was removed, adding a question under the
 * title given here makes it known again.
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
