// How plainly a page speaks: pure, of a transcript as transcript.ts makes it.

/** The most words of a sentence: a student reads it whose first language is another. */
export const LONGEST_SENTENCE = 25;

/** The most words that the sentences of a page have on the average. */
export const MEAN_LENGTH = 14;

/** What a page for programmers quotes: it is for machines. */
const CODE = /[{[][\s"]/;

/** Words by which a sentence hangs on another. */
const HARD = /(?<!\p{L})(?:whoever|of which|for whom|the one who)(?!\p{L})/iu;

/** The specification's own words, which stay as they are; `{…}` is filled in. */
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

/** What is read and not judged: all that people typed, and the words that are the specification's. */
type Known = { typed: string; specified: readonly RegExp[] };

/** These words wherever they stand, whatever stands in their braces. */
export const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"))
      .join("[^.\n]+?"),
    "g",
  );

/**
 * The sentences of a transcript: each line is one, or as many as end in it. Headings, labels and the texts of links
 * are among them; what stands in a field is not, nor are signs and numbers alone.
 */
export const sentencesOf = (transcript: string): string[] =>
  transcript
    .replaceAll(/\[[^\]]*\](?: \((?:disabled|read-only)\))?/g, "\n")
    // A mail has each link at the end of its sentence.
    .replaceAll(/(https?:\/\/\S+) (?=\p{Lu})/gu, "$1\n")
    .split(/\n| · /)
    // After the initial of a name no sentence ends.
    .flatMap((line) => line.split(/(?<=(?<!(?<!\p{L})\p{Lu})[.!?…][”’")]*)\s+(?=[“‘("]*[\p{Lu}\p{N}])/u))
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => /\p{L}/u.test(sentence) && !CODE.test(sentence));

/** How many words a sentence has; a number or an address is one. */
export const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const isWhole = (sentence: string) => /[.!?…][”’")]*$/.test(sentence);

/** What of a transcript is hard to read, a complaint each. Labels make the average of its sentences no better. */
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
