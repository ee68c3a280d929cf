/** A content is what is the same for everybody: an edition, by its id, or the library. */
export type Content = string;
export const LIBRARY: Content = "library";

/** What names the state of each content; it is another text after every change (`db/versions.ts`). */
export type Versions = Readonly<Record<Content, string>>;

/** A statement with its values, and the text of both, which no other statement has. */
export type Asked = {
  key: string;
  statement: D1PreparedStatement;
  /** What it reads is of this content alone; null if it is of persons, counts, or the moment. */
  content: Content | null;
};

/** How many versions, and how many answers of each, an isolate keeps: those of a few editions. */
const MOST_VERSIONS = 8;
const MOST_ANSWERS = 200;

const answersUnder = new Map<string, Map<string, D1Result>>();

/** What the database answered when the content had this version; undefined if that was not kept. */
export function keptAnswer({ key, content }: Asked, versions: Versions): D1Result | undefined {
  const version = content === null ? undefined : versions[content];
  return version === undefined ? undefined : answersUnder.get(version)?.get(key);
}

/**
 * Keeps what the database answered for a content, in the same transaction in which these versions were read. Nobody may
 * change it.
 */
export function keep({ key, content }: Asked, versions: Versions, answer: D1Result): void {
  const version = content === null ? undefined : versions[content];
  if (version === undefined) return;
  const answers = answersUnder.get(version) ?? new Map<string, D1Result>();
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(key, answer);
  // The version that was asked for last comes last.
  answersUnder.delete(version);
  answersUnder.set(version, answers);
  const [oldest] = answersUnder.keys();
  if (answersUnder.size > MOST_VERSIONS) answersUnder.delete(oldest!);
}
