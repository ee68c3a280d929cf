import { type Ability, can } from "~/values/abilities.ts";
import { hash } from "~/values/hash.ts";
import { type DocumentExtension, documentExtension } from "./documents.ts";

/** The questions that ask for a name. The list and every page about an application take the name from these. */
export const NAME_QUESTIONS = ["firstName", "middleName", "lastName"] as const;

/**
 * The values of `autocomplete` for somebody's name, address and accounts. The answer to a question with such a value
 * tells who applied.
 */
const TELLS_WHO =
  /^(name|given-name|additional-name|family-name|nickname|username|email|impp|url|photo|tel\b.*)$/;

type Asked = { id: string; forReviewers: boolean };

/**
 * Whether an edition hides the applicants' identity from its readers. It does if the answer to at least one question
 * about the name is not for readers.
 */
export const isReadBlind = (questions: readonly Asked[]): boolean =>
  questions.some(({ id, forReviewers }) => isName(id) && !forReviewers);

/** Whether this person reads without seeing who applied. People who decide always see who applied. */
export const readsBlind = (
  { abilities }: { abilities: readonly Ability[] },
  questions: readonly Asked[],
): boolean => !can(abilities, "decide") && isReadBlind(questions);

/** Whether the answer to a question tells who applied. Such an answer is hidden from readers who must not know it. */
export const tellsWho = ({ id, autocomplete }: { id: string; autocomplete: string | null }): boolean =>
  isName(id) || (autocomplete !== null && TELLS_WHO.test(autocomplete));

const isName = (id: string) => (NAME_QUESTIONS as readonly string[]).includes(id);

/**
 * The characters of the sign in a neutral name, such as "4F2K7". There are no vowels, because these would make words,
 * and no characters that are mistaken for one another.
 */
const SIGNS = "23456789BCDFGHJKMNPQRSTVWXZ";
/**
 * The length of a sign. It is so long that, even among 3,000 applications of an edition, hardly any two have the same
 * sign.
 */
const LENGTH = 5;
/**
 * The sign of an application, such as "4F2K7". It never changes. An application of the same person to the next edition
 * has another sign.
 */
function signOf(conferenceId: string, uid: string): string {
  let left = hash(`${conferenceId}/${uid}`);
  let sign = "";
  for (let place = 0; place < LENGTH; place++) {
    sign += SIGNS[left % SIGNS.length];
    left = Math.floor(left / SIGNS.length);
  }
  return sign;
}

/** The name of an application for people who do not see who applied, such as "Application 4F2K7". */
export const neutralName = (conferenceId: string, uid: string): string =>
  `Application ${signOf(conferenceId, uid)}`;

/** The name of a document for people who do not see who applied, such as "Application 4F2K7 resume.pdf". */
export function neutralFileName(
  { conferenceId, uid }: { conferenceId: string; uid: string },
  { questionId, fileName }: { questionId: string; fileName: string },
): string {
  const ending: DocumentExtension | "" = documentExtension(fileName) ?? "";
  return `${neutralName(conferenceId, uid)} ${questionId}${ending && `.${ending}`}`;
}

/**
 * Whether a search finds an application by its neutral name: by the beginning of its sign, with or without the word
 * "Application" before it.
 */
export function isFoundByNeutralName(search: string, conferenceId: string, uid: string): boolean {
  const sought = search
    .trim()
    .replace(/^application\b\s*/i, "")
    .toUpperCase();
  return sought !== "" && signOf(conferenceId, uid).startsWith(sought);
}
