export type SessionReply = {
  values: Record<string, string>;
  speakers: string[];
  problems: Record<string, string>;
  reason?: string;
  /** The id of the form that adds a new session; absent if one is changed. */
  entry?: string;
  /**
   * The version that the typed form was made from. Absent if the person has been shown what somebody else saved, so that
   * the next save may replace it.
   */
  version?: number;
};

type Choice = { value: string; label: string };

export type SessionFormProps = {
  version: number;
  /**
   * The id of the form that adds a new session, so that a form that is sent twice adds only one session. Absent if a
   * session is changed.
   */
  entry?: string;
  stored: Pick<SessionReply, "values" | "speakers">;
  reply?: SessionReply;
  timeZone: string;
  rooms: Choice[];
  tracks: Choice[];
  levels: Choice[];
  /** Suggestions for the fields of speakers and recordings. */
  speakerNames: string[];
  recordings: string[];
  capacityHint: string;
};

/** The fields of a session with a single value, and their labels in summaries. */
export const SESSION_LABELS = {
  title: "Title",
  description: "Description",
  startsAt: "Begins",
  endsAt: "Ends",
  roomId: "Room",
  trackId: "Track",
  accessLevel: "For",
  capacity: "Places",
  giveAwayMinutes: "Give away the places of the absent after (minutes)",
  recording: "Recording",
};
