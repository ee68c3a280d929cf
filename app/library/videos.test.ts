import { describe, expect, test } from "vitest";
import { libraryMessages } from "./messages.ts";
import {
  categoryId,
  chapterLines,
  chaptersIn,
  secondsOf,
  sourceIdOf,
  videoLength,
  vimeoId,
  youtubeId,
} from "./videos.ts";

test.each([
  ["750", 750],
  ["12:30", 750],
  ["0:05", 5],
  ["90:00", 5400],
  ["1:02:30", 3750],
  ["1:90:00", null],
  ["12:60", null],
  ["12:3", null],
  ["", null],
  ["-1", null],
  ["1e3", null],
])("%s is %s seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test("a video has a length", () => {
  expect(videoLength(" 12:30 ")).toEqual({ allowed: true, value: 750 });
  for (const text of ["0", "0:00", "86401", "x"])
    expect(videoLength(text)).toEqual({ allowed: false, reason: libraryMessages.videos.length });
});

describe("chapters", () => {
  test("are in the order of their beginning, and can be edited again", () => {
    const read = chaptersIn("1:10 Questions\r\n\n 0:00  The beginning \n0:30 – Middle", 120);
    const chapters = [
      { at: 0, title: "The beginning" },
      { at: 30, title: "Middle" },
      { at: 70, title: "Questions" },
    ];
    expect(read).toEqual({ allowed: true, value: chapters });
    expect(chaptersIn(chapterLines(chapters), 120)).toEqual(read);
    expect(chaptersIn("", 120)).toEqual({ allowed: true, value: [] });
  });

  test.each([
    ["0:00 One\nTwo", libraryMessages.videos.chapter(2)],
    ["0:00", libraryMessages.videos.chapter(1)],
    ["0:00 One\n2:00 Two", libraryMessages.videos.chapterBeyond(2)],
    ["0:30 One\n30 Two", libraryMessages.videos.chapterTwice(2)],
    [
      Array.from({ length: 101 }, (_, at) => `${at} x`).join("\n"),
      libraryMessages.videos.tooManyChapters(100),
    ],
  ])("%j", (text, reason) => {
    expect(chaptersIn(text, 120)).toEqual({ allowed: false, reason });
  });
});

test.each([
  "aqz-KE-bpKQ",
  " aqz-KE-bpKQ ",
  "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com/watch?list=x&v=aqz-KE-bpKQ&t=5s",
  "youtube.com/watch?v=aqz-KE-bpKQ",
  "https://m.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://youtu.be/aqz-KE-bpKQ?si=abc",
  "https://www.youtube.com/embed/aqz-KE-bpKQ",
  "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0",
  "https://www.youtube.com/shorts/aqz-KE-bpKQ",
  "https://www.youtube.com/live/aqz-KE-bpKQ",
])("%s is on YouTube", (text) => {
  expect(youtubeId(text)).toBe("aqz-KE-bpKQ");
});

test.each([
  "",
  "short",
  "https://www.youtube.com/",
  "https://www.youtube.com/watch?v=tooshort",
  "https://www.youtube.com/@channel",
  "https://evil.example/watch?v=aqz-KE-bpKQ",
  "https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ",
  "javascript:alert(1)//youtube.com/aqz-KE-bpKQ",
])("%s is not on YouTube", (text) => {
  expect(youtubeId(text)).toBeNull();
});

test("addresses of Vimeo", () => {
  for (const text of [
    "1084537",
    "https://vimeo.com/1084537",
    "vimeo.com/channels/staffpicks/1084537",
    "https://player.vimeo.com/video/1084537?dnt=1",
    "https://www.vimeo.com/1084537#t=5s",
  ])
    expect(vimeoId(text), text).toBe("1084537");
  for (const text of ["", "12", "https://vimeo.com/", "https://example.com/1084537", "1084537x"])
    expect(vimeoId(text), text).toBeNull();
});

test("where a video comes from", () => {
  const stream = "0123456789abcdef0123456789abcdef";
  expect(sourceIdOf("premium", "file", " videos/a b/c.mp4 ")).toEqual({
    allowed: true,
    value: "videos/a b/c.mp4",
  });
  expect(sourceIdOf("premium", "stream", stream)).toEqual({ allowed: true, value: stream });
  expect(sourceIdOf("open", "youtube", "https://youtu.be/aqz-KE-bpKQ")).toEqual({
    allowed: true,
    value: "aqz-KE-bpKQ",
  });
  expect(sourceIdOf("premium", "youtube", "aqz-KE-bpKQ")).toEqual({
    allowed: false,
    reason: libraryMessages.videos.onlyOpen,
  });
  // A key outside `videos/` is refused, because the same store holds pictures and applicants' documents.
  for (const key of [
    "a.mp4",
    "/videos/a.mp4",
    "videos/",
    "videos/../aconf_2023/x",
    "videos/a/../b.mp4",
    "videos//a.mp4",
    "aconf_2023/applications/x",
    "videos/a\nb",
  ])
    expect(sourceIdOf("open", "file", key), key).toMatchObject({ allowed: false });
  expect(sourceIdOf("premium", "stream", "x")).toMatchObject({ allowed: false });
});

test("a category's address is made of its title", () => {
  expect(categoryId("Climate & Energy")).toBe("climate-energy");
  expect(categoryId("  Économie  ")).toBe("economie");
  expect(categoryId("健康")).toBe("");
  expect(categoryId("a".repeat(100))).toHaveLength(60);
});
