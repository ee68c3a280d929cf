/** A content is what is the same for everybody: an edition, by its id, or the library. */
export type Content = string;
export const LIBRARY: Content = "library";

/** A text that names the state of each content and changes with every change of it (`db/versions.ts`). */
export type Versions = Readonly<Record<Content, string>>;

/** A statement with its values, and a text of both that no other statement has. */
export type Asked = {
  key: string;
  statement: D1PreparedStatement;
  /** The only content that it reads; null if it reads persons, counts, or the moment. */
  content: Content | null;
};

/** How many versions an isolate keeps, and how many answers of each: enough for a few editions. */
const MOST_VERSIONS = 8;
const MOST_ANSWERS = 200;

const answersUnder = new Map<string, Map<string, D1Result>>();

/** The database's answer when the content had this version; undefined if it was not kept. */
export function keptAnswer({ key, content }: Asked, versions: Versions): D1Result | undefined {
  const version = content === null ? undefined : versions[content];
  return version === undefined ? undefined : answersUnder.get(version)?.get(key);
}

/**
 * Keeps the database's answer about a content, which was read in the same transaction as these versions. Nobody may
 * change it.
 */
export function keep({ key, content }: Asked, versions: Versions, answer: D1Result): void {
  const version = content === null ? undefined : versions[content];
  if (version === undefined) return;
  const answers = answersUnder.get(version) ?? new Map<string, D1Result>();
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(key, answer);
  // The last-used version comes last.
  answersUnder.delete(version);
  answersUnder.set(version, answers);
  const [oldest] = answersUnder.keys();
  if (answersUnder.size > MOST_VERSIONS) answersUnder.delete(oldest!);
}
