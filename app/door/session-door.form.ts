/** What a button at the door of a session asks for: to mark that somebody is there, to let them in, to take it back. */
const MARKS = ["here", "letIn", "undo"] as const;
type Mark = (typeof MARKS)[number];

/** A button at the door of a session, as it is posted. */
export type SessionMark = {
  mark: Mark;
  /** The number of the last entry about the person in the session when the page was shown; 0 if there was none. */
  seen: number;
  sessionId: string;
  uid: string;
};

/** What a posted button asks for; null if it is none of ours. `session-door.tsx` writes it. */
export function markIn(form: FormData): (SessionMark & { text: string }) | null {
  const text = String(form.get("mark") ?? "");
  const [, word, seen, sessionId, uid] =
    /^(\w{1,10})\.(\d{1,4})\.([\w-]{1,60})\.([\w-]{1,60})$/.exec(text) ?? [];
  const mark = MARKS.find((one) => one === word);
  return mark && sessionId && uid ? { text, mark, seen: Number(seen), sessionId, uid } : null;
}
