import { describe, expect, test } from "vitest";
import { chapterAt, embedded, isWatched, pictureAddress, resumeAt, startIn, timecode } from "./playback.ts";

describe("going on", () => {
  test.each([
    [null, null],
    [0, null],
    [10, null],
    [11, 11],
    [984, 984],
    [985, null],
    [1000, null],
  ])("from second %s of 1000", (seconds, at) => {
    expect(resumeAt(seconds, 1000)).toBe(at);
  });

  test("a video shorter than its two ends is never resumed", () => {
    for (let second = 0; second <= 20; second++) expect(resumeAt(second, 20)).toBeNull();
  });

  test.each([
    [null, 1000, false],
    [984, 1000, false],
    [985, 1000, true],
    [1000, 1000, true],
    // If a video is shorter than its credits, it must not count as watched as soon as it begins.
    [0, 12, false],
    [1, 12, true],
  ])("second %s of %i is watched: %s", (seconds, length, watched) => {
    expect(isWatched(seconds, length)).toBe(watched);
  });
});

test.each([
  [0, "0:00"],
  [9, "0:09"],
  [760, "12:40"],
  [3600, "1:00:00"],
  [3661, "1:01:01"],
  [36_000, "10:00:00"],
])("%i seconds are %s", (seconds, text) => {
  expect(timecode(seconds)).toBe(text);
});

test.each([
  [null, null],
  ["", null],
  ["0", 0],
  ["760", 760],
  ["5000", 999],
  ["-5", null],
  ["1.5", null],
  ["1e3", null],
  ["99999999999", null],
])("an address that asks for %s starts at %s of 1000", (asked, start) => {
  expect(startIn(asked, 1000)).toBe(start);
});

test("the chapter that is on", () => {
  const chapters = [
    { at: 0, title: "One" },
    { at: 60, title: "Two" },
  ];
  expect(chapterAt(chapters, 0)?.title).toBe("One");
  expect(chapterAt(chapters, 59)?.title).toBe("One");
  expect(chapterAt(chapters, 60)?.title).toBe("Two");
  expect(chapterAt([], 60)).toBeNull();
});

describe("players of other services", () => {
  test("YouTube sets no cookies, Vimeo is told not to track", () => {
    expect(embedded("youtube", "dQw4w9WgXcQ", 75)).toMatchObject({
      origin: "https://www.youtube-nocookie.com",
      src: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0&start=75",
    });
    expect(embedded("vimeo", "76979871", 75)).toMatchObject({
      origin: "https://player.vimeo.com",
      src: "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1#t=75s",
    });
  });

  test.each([
    ["youtube", "dQw4w9WgXcQ?x=1"],
    ["youtube", "../../evil"],
    ["vimeo", "javascript:1"],
    ["file", "dQw4w9WgXcQ"],
    ["stream", "dQw4w9WgXcQ"],
  ] as const)("%s has no video %s", (source, id) => {
    expect(embedded(source, id)).toBeNull();
  });
});

test("a picture is shown from the media folder", () => {
  expect(pictureAddress("assets/speakers/a/profile-b.png")).toBe("/media/speakers/a/profile-b.png");
  expect(pictureAddress(null)).toBeNull();
});
