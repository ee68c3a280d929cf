/** A content is data that is the same for everybody: either an edition, named by its id, or "library". */
export type Content = string;
export const LIBRARY: Content = "library";

/**
 * For each content, a text that identifies its state. The text changes with every change of the content
 * (`db/versions.ts`).
 */
export type Versions = Readonly<Record<Content, string>>;

/** A statement with its values. `key` is a text made from both; no other statement with values has the same key. */
export type Asked = {
  key: string;
  statement: D1PreparedStatement;
  /**
   * The only content that the statement reads; null if the statement reads data about people, reads counts, or depends
   * on the present time.
   */
  content: Content | null;
};

/** How many versions an isolate keeps, and how many answers under each version: enough for a few editions. */
const MOST_VERSIONS = 8;
const MOST_ANSWERS = 200;

const answersUnder = new Map<string, Map<string, D1Result>>();

/**
 * The answer that the database gave to this statement while the content had this version; undefined if no such answer
 * was kept.
 */
export function keptAnswer({ key, content }: Asked, versions: Versions): D1Result | undefined {
  const version = content === null ? undefined : versions[content];
  return version === undefined ? undefined : answersUnder.get(version)?.get(key);
}

/**
 * Keeps the database's answer to a statement that reads only one content (an edition, or the library). The answer must
 * have been read in the same transaction as these versions, and no caller may change the answer.
 */
export function keep({ key, content }: Asked, versions: Versions, answer: D1Result): void {
  const version = content === null ? undefined : versions[content];
  if (version === undefined) return;
  const answers = answersUnder.get(version) ?? new Map<string, D1Result>();
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(key, answer);
  // Moves this version to the end. So the first version is always the one that has gone longest without a new answer.
  answersUnder.delete(version);
  answersUnder.set(version, answers);
  const [oldest] = answersUnder.keys();
  if (answersUnder.size > MOST_VERSIONS) answersUnder.delete(oldest!);
}
