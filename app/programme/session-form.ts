export type SessionReply = {
  values: Record<string, string>;
  speakers: string[];
  problems: Record<string, string>;
  reason?: string;
};

type Choice = { value: string; label: string };

export type SessionFormProps = {
  version: number;
  stored: Omit<SessionReply, "problems" | "reason">;
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
