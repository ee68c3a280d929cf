import type { Ability } from "~/values/abilities.ts";

/** The highest capacity that a reader can have. */
export const MOST_CAPACITY = 10;

/** The name of the field with the capacity of the reader with this uid. */
export const shareField = (reader: string) => `share.${reader}`;

/**
 * A member of the staff. `capacity` is relative: a reader with 2 gets twice as many applications as a reader with 1.
 */
export type Reader = {
  uid: string;
  capacity: number;
  onLeave: boolean;
  institution: string | null;
  /**
   * What happens to the assignments of a reader who does not take part. "keeps": the reader keeps them. "returns": the
   * applications that are distributed are taken back, unless the reader has begun them. Absent for readers who take
   * part.
   */
  leftOut?: LeftOut;
};

/** What happens to the applications of readers who do not take part in a distribution. */
export const LEFT_OUT = ["keeps", "returns"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * The readers who take part unless a director chooses them by name. Readers with the ability "money" or "everything" do
 * not take part, because treasurers and directors have other work. If that leaves nobody, all readers take part.
 */
export function usualReaders<Someone extends { abilities: readonly Ability[] }>(
  readers: readonly Someone[],
): readonly Someone[] {
  const usual = readers.filter(
    ({ abilities }) => !abilities.includes("money") && !abilities.includes("everything"),
  );
  return usual.length > 0 ? usual : readers;
}
