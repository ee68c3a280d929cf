import { listQuery, sortLinks } from "~/ui/paging.ts";
import {
  ALIKE,
  type CorrectedScore,
  type Disagreement,
  type GivenScore,
  LEAST_SHARED,
  type ReaderOffset,
} from "./calibration.ts";
import { reviewMessages } from "./messages.ts";
import { scoreInWords } from "./review.ts";

/** At most this many reviews are compared in one request. We expect a third of that. */
export const MOST_REVIEWS = 30_000;

const texts = reviewMessages.scores;

/** What the page of scores should show. Invalid values are ignored. */
export type ScoresAsked = {
  sort: "mean" | "corrected";
  /** How many applications will be accepted; null if the address does not say. */
  places: number | null;
  /** How many applications of the list come before the shown page. */
  from: number;
};

export type Named<Row> = Row & { name: string };

export type FairScores = {
  /** Whether the readers can be compared at all. */
  isComparable: boolean;
  isNeeded: boolean;
  /** The standard deviation of the readers' offsets, in hundredths of a point. */
  deviation: number;
  /** Everybody who has scored an application or has one to review, sorted by name. */
  readers: {
    uid: string;
    called: string;
    /** Null if the reader has scored nothing. */
    scores: ReaderOffset | null;
    /** How many submitted applications the reader was assigned and has not reviewed yet. */
    left: number;
    /** Whether the reader gets reminders. People who no longer read applications or are on leave get none. */
    isAsked: boolean;
  }[];
  /** One page of the applications that were scored. */
  rows: Named<CorrectedScore>[];
  scored: number;
  /** How many applications come before the next page; null on the last page. */
  next: number | null;
  places: number;
  /**
   * The undecided applications nearest to the line between accepted and other applications. Applications whose assigned
   * reviews are not all done are left out. Null if there is no such line.
   */
  close: (Named<CorrectedScore> & { chance: number })[] | null;
  apart: Named<Disagreement & { higherComment: string; lowerComment: string }>[];
};

/** Smaller offsets than this, in hundredths of a point, are shown as no difference. */
const NOTHING = 5;

/** A difference in hundredths of a point, without its sign: "0.4". */
const tenths = (hundredths: number): string => (Math.abs(hundredths) / 100).toFixed(1);

/** How a reader with this offset (hundredths of a point) compares with the others: "harsher by 0.4". */
export function offsetInWords(offset: number): string {
  if (Math.abs(offset) < NOTHING) return texts.asOthers;
  return offset < 0 ? texts.harsher(tenths(offset)) : texts.milder(tenths(offset));
}

/** Everything that the page of scores shows, with every number in words. */
export function shownScores(
  { isComparable, isNeeded, deviation, readers, rows, scored, next, places, close, apart }: FairScores,
  { sort, places: chosen, from }: ScoresAsked,
) {
  const address = (by: ScoresAsked["sort"], behind = 0) =>
    `/admin/scores${listQuery({ sort: by === "mean" ? null : by, places: chosen, from: behind })}#applications`;
  return {
    summary: summaryOf({ isComparable, isNeeded, deviation }),
    readers: readers.map(({ uid, called, scores, left }) => ({
      ...{ uid, called, left },
      number: scores?.number ?? 0,
      mean: scores && inWords(scores.mean),
      offset: isComparable ? scores && offsetInWords(scores.offset) : null,
      margin: isComparable ? scores && tenths(scores.margin) : null,
    })),
    behind: readers.filter(({ isAsked, left }) => isAsked && left > 0).length,
    places,
    sort: sort === "mean" ? undefined : sort,
    close:
      close?.map((row) => ({ ...scoredInWords(row), chance: `${Math.round(100 * row.chance)}%` })) ?? null,
    apart: apart.map(({ uid, name, apart: points, higher, lower, higherComment, lowerComment }) => ({
      ...{ uid, name },
      apart: inWords(points),
      higher: opinion(higher, readers, higherComment),
      lower: opinion(lower, readers, lowerComment),
    })),
    rows: rows.map(scoredInWords),
    scored,
    order: sort === "mean" ? "highest raw mean first" : "highest corrected mean first",
    sorts: sortLinks(`-${sort}`, { mean: "-mean", corrected: "-corrected" }, (by) =>
      address(by.endsWith("corrected") ? "corrected" : "mean"),
    ),
    first: from > 0 ? address(sort) : null,
    next: next === null ? null : address(sort, next),
  };
}

function summaryOf({
  isComparable,
  isNeeded,
  deviation,
}: Pick<FairScores, "isComparable" | "isNeeded" | "deviation">): string {
  if (!isComparable) return texts.notComparable(LEAST_SHARED);
  return isNeeded ? texts.correctedBy(tenths(deviation)) : texts.notNeeded(tenths(ALIKE));
}

const inWords = (hundredths: number): string => scoreInWords(Math.round(hundredths));

const scoredInWords = ({ uid, name, number, mean, corrected, margin }: Named<CorrectedScore>) => ({
  ...{ uid, name, number },
  mean: inWords(mean),
  corrected: inWords(corrected),
  margin: tenths(margin),
});

const opinion = ({ staffUid, score }: GivenScore, readers: FairScores["readers"], comment: string) => ({
  uid: staffUid,
  reader: readers.find(({ uid }) => uid === staffUid)?.called ?? staffUid,
  score: inWords(score),
  comment,
});
