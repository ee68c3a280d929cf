/**
 * The acts of a button at the door of a session: to record that a person has come, to let a person in, or to undo the
 * last of these acts.
 */
const MARKS = ["here", "letIn", "undo"] as const;
type Mark = (typeof MARKS)[number];

/** A button at the door of a session, as it is posted. */
export type SessionMark = {
  mark: Mark;
  /** The number of the last entry about this person in this session when the page was shown; 0 if there was none. */
  seen: number;
  sessionId: string;
  uid: string;
};

/** The act that a posted button requests; null if the value is not one of ours. `session-door.tsx` writes the value. */
export function markIn(form: FormData): (SessionMark & { text: string }) | null {
  const text = String(form.get("mark") ?? "");
  const [, word, seen, sessionId, uid] =
    /^(\w{1,10})\.(\d{1,4})\.([\w-]{1,60})\.([\w-]{1,60})$/.exec(text) ?? [];
  const mark = MARKS.find((one) => one === word);
  return mark && sessionId && uid ? { text, mark, seen: Number(seen), sessionId, uid } : null;
}
