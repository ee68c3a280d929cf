// Measures how plainly a page speaks. The functions are pure, and read a transcript from transcript.ts.

/** The most words that a sentence may have: the first language of many students is not English. */
export const LONGEST_SENTENCE = 25;

/** The most words that the sentences of a page may have on average. */
export const MEAN_LENGTH = 14;

/** Code that a page for programmers quotes. It is written for machines, so it is not judged. */
const CODE = /[{[][\s"]/;

/** Words that make a sentence hard to read, because they nest one clause in another. */
const HARD = /(?<!\p{L})(?:whoever|of which|for whom|the one who)(?!\p{L})/iu;

/** The specification's own words, which must not be changed. The portal fills in `{…}`. */
export const SPECIFIED: { words: string; section: number }[] = [
  { section: 2, words: "I accept to the terms and conditions outlined above." },
  { section: 4, words: "You must accept the terms and conditions to register for the conference." },
  {
    section: 5,
    words: "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.",
  },
  { section: 5, words: "Please accept the terms and conditions before proceeding." },
  {
    section: 5,
    words: "By continuing with registration, you hereby accept to the terms and conditions outlined above.",
  },
  { section: 6, words: "This is only available for users who have purchased " },
  {
    section: 6,
    words: "Unfortunately, you may only register for the {pass title} if your application was accepted",
  },
  { section: 6, words: "You have not yet received a decision. Please try again later." },
  {
    section: 8,
    words: "We were unable to upload your files. Make sure they are within the given sizes and try again.",
  },
  {
    section: 8,
    words: "Invalid email/password combination. Please double-check your credentials and try again.",
  },
  {
    section: 8,
    words:
      "There was an unexpected error checking for your account. Please try refreshing your browser and contact us if the issue persists.",
  },
  {
    section: 8,
    words:
      "There was an error loading your payments. Please try refreshing your browser and contact us if the issue persists.",
  },
  {
    section: 8,
    words:
      "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.",
  },
  {
    section: 8,
    words:
      "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...",
  },
  {
    section: 8,
    words:
      "There was an error checking for existing payments. Please try again or contact us if the issue persists.",
  },
];

/** Words that are not judged: everything that people typed, and the specification's own words. */
type Known = { typed: string; specified: readonly RegExp[] };

/**
 * A pattern that finds these words anywhere in a text. Where the words have `{…}`, any text without a full stop or a
 * line break may be in its place.
 */
export const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"))
      .join("[^.\n]+?"),
    "g",
  );

/**
 * The sentences of a transcript. Each line has one or several sentences. Headings, labels and the texts of links count
 * as sentences. The value in a field does not count as a sentence, and neither does a text of only numbers or signs.
 */
export const sentencesOf = (transcript: string): string[] =>
  transcript
    .replaceAll(/\[[^\]]*\](?: \((?:disabled|read-only)\))?/g, "\n")
    // A mail has each link at the end of its sentence.
    .replaceAll(/(https?:\/\/\S+) (?=\p{Lu})/gu, "$1\n")
    .split(/\n| · /)
    // A full stop after the initial of a name does not end a sentence.
    .flatMap((line) => line.split(/(?<=(?<!(?<!\p{L})\p{Lu})[.!?…][”’")]*)\s+(?=[“‘("]*[\p{Lu}\p{N}])/u))
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => /\p{L}/u.test(sentence) && !CODE.test(sentence));

/** How many words a sentence has. A number or an address counts as one word. */
export const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const isWhole = (sentence: string) => /[.!?…][”’")]*$/.test(sentence);

/**
 * A complaint for everything in a transcript that is hard to read. The average counts whole sentences only, so that
 * short labels do not lower it.
 */
export function hardToRead(transcript: string, { typed, specified }: Known): string[] {
  const ours = specified.reduce((text, pattern) => text.replaceAll(pattern, "\n"), transcript);
  const sentences = sentencesOf(ours).filter(
    (sentence) => !typed.toLowerCase().includes(sentence.toLowerCase()),
  );
  const whole = sentences.filter(isWhole).toSorted((a, b) => wordsIn(b) - wordsIn(a));
  const counts = whole.map(wordsIn);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return [
    ...sentences
      .filter((sentence) => wordsIn(sentence) > LONGEST_SENTENCE)
      .map((sentence) => `${wordsIn(sentence)} words: “${sentence}”`),
    ...sentences.filter((sentence) => HARD.test(sentence)).map((sentence) => `hard words: “${sentence}”`),
    ...(mean > MEAN_LENGTH
      ? [`${mean.toFixed(1)} words in each of its ${counts.length} sentences, such as “${whole[0]}”`]
      : []),
  ];
}
