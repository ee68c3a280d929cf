import { searchWordsOf } from "~/values/search.ts";

export type Conflict = "self" | "declared" | "institution";

/** A key that is the same for all spellings of an institution's name. */
export const institutionKey = (institution: string | null): string =>
  searchWordsOf(institution ?? "").join(" ");

/** Why a reader must not read an application; null if they may. */
export function conflictOf(
  application: { uid: string; institution: string | null },
  reader: { uid: string; institution: string | null },
  isDeclared: boolean,
): Conflict | null {
  if (application.uid === reader.uid) return "self";
  if (isDeclared) return "declared";
  const key = institutionKey(application.institution);
  return key !== "" && key === institutionKey(reader.institution) ? "institution" : null;
}
