import { fileSize } from "~/applications/documents.ts";
import { listInWords, quantity } from "~/values/words.ts";
import { MAX_IMAGE_BYTES, MAX_PIXELS, MAX_SIDE } from "./picture-limits.ts";
import { LONGEST_VIDEO_HOURS } from "./playback.ts";

/** Sentences of the library. Those under `images` and `videos` are only for staff. */
export const libraryMessages = {
  // Specification, section 5: validation
  mustBeOneImage: "Must be only one image",
  unexpectedFileType: "Unexpected error parsing file type",

  // Our own sentences, where the specification gives none
  cannotPlay:
    "This video cannot be played at the moment, because the video service is not connected. Please come back later, or contact us if the issue persists.",
  placeLost: "We cannot save your place in this video. Log in again, and continue from here.",
  nothingFound: "No lecture has all of these words in its title or in the names of its speakers.",
  nothingFoundHere:
    "No lecture in this category has all of these words in its title or in the names of its speakers.",
  emptyCategory: "Nothing has been published in this category yet.",
  nothingYet: "The first lectures will be here soon.",
  images: {
    tooLarge: `This picture is larger than ${fileSize(MAX_IMAGE_BYTES)}. Choose a smaller one; nothing was changed.`,
    tooManyPixels: `This picture has more than ${MAX_PIXELS / 1_000_000} megapixels, or more than ${quantity(MAX_SIDE, "pixel")} a side. Choose a smaller one; nothing was changed.`,
    hint: `PNG, JPEG or WebP, at most ${fileSize(MAX_IMAGE_BYTES)}, ${MAX_PIXELS / 1_000_000} megapixels and ${quantity(MAX_SIDE, "pixel")} a side.`,
    together: `All pictures that you save at once may have ${fileSize(MAX_IMAGE_BYTES)} together. Save after each large one, so that nothing is lost.`,
    notStored: "The picture could not be stored. Nothing was changed. Please try again.",
  },
  videos: {
    changedMeanwhile:
      "Somebody else saved this after you opened it, so nothing was saved now. What you typed is still in the form. Where the stored version differs, you see it here. Save again to replace the stored version.",
    changedBeforeRemoval: "Somebody else saved this after you opened it. Nothing was removed.",
    inProgramme: (sessions: number, editions: string[]) =>
      `${quantity(sessions, "session names", "sessions name")} this speaker (${listInWords(editions)}). Nothing was removed: take the name out of the programme first.`,
    noSuchFile: "There is no such file in the store. Put it there first, under videos/.",
    fileKey: "Write the key of a file under videos/, such as videos/opening.mp4.",
    streamId: "Write the id that Stream shows for the video: 32 letters and digits.",
    youtube: "Write the id of the video on YouTube, or its address.",
    vimeo: "Write the id of the video on Vimeo, or its address.",
    onlyOpen: "Premium videos must be files or on Stream: videos on YouTube or Vimeo are open to all.",
    length: `Write the length as 1:02:30, 12:30 or in seconds, at most ${quantity(LONGEST_VIDEO_HOURS, "hour")}.`,
    chapter: (line: number) => `Line ${line}: write the time and the title, such as 12:30 Questions.`,
    chapterBeyond: (line: number) => `Line ${line}: this chapter begins after the video has ended.`,
    chapterTwice: (line: number) => `Line ${line}: another chapter begins at the same time.`,
    tooManyChapters: (limit: number) => `Write ${limit} chapters at most.`,
    unknownCategory: "One of these categories no longer exists.",
    unknownSpeaker: "One of these speakers no longer exists.",
    categoryTitle: "Write a title with letters or digits.",
    categoryExists: "This category already exists.",
    categoryInUse: "There are videos in this category: only an empty one can be deleted.",
    positionGone: "The item you moved it next to no longer exists, so it was put at the end.",
    itemGone: "The item you moved no longer exists. Nothing was changed.",
    removed: "Removed.",
  },
} as const;
