import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm, typedIn } from "~/values/parse.form.ts";
import { countedLines, line, lines, needed } from "~/values/text.form.ts";
import { VIDEO_ACCESS, VIDEO_SOURCES } from "~/values/types.ts";
import { libraryMessages } from "./messages.ts";
import { VIDEO_FIELDS } from "./video-values.ts";
import { categoryId, chaptersIn, sourceIdOf, type VideoRuling, videoLength } from "./videos.ts";

const SHORT = 200;
const LONG = 5_000;
const MOST = 50;

const SpeakerForm = z.object({
  name: needed(line(SHORT)),
  title: line(SHORT),
  organisation: line(SHORT),
  biography: lines(LONG),
});

/** Parses a posted speaker. If the form is not valid, returns the problem with each field. */
export const parseSpeakerForm = (form: FormData) => parseForm(SpeakerForm, form);

/** A field that is posted once for each chosen item. */
const choices = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((chosen) => [...new Set(chosen === undefined ? [] : [chosen].flat())].slice(0, MOST));

const VideoForm = z
  .object({
    // A missing title is checked below, so that it is reported together with the other problems. A rule on the field
    // itself would make the parser stop.
    title: line(SHORT),
    description: lines(LONG),
    access: z.enum(VIDEO_ACCESS, { error: messages.notAnOption }),
    source: z.enum(VIDEO_SOURCES, { error: messages.notAnOption }),
    sourceId: z.string().default(""),
    length: z.string().default(""),
    chapters: countedLines(LONG),
    published: z.string().optional(),
    categories: choices,
    speakers: choices,
    newCategory: line(SHORT),
  })
  .transform((typed, issues) => {
    const refuse = (path: string, message: string) => {
      issues.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    const readBy = <Value>(path: string, ruling: VideoRuling<Value>): Value =>
      ruling.allowed ? ruling.value : refuse(path, ruling.reason);
    const { length, chapters, newCategory, published, sourceId, ...rest } = typed;
    const lengthRuling = videoLength(length);
    const made = newCategory === "" ? null : { id: categoryId(newCategory), title: newCategory };
    return {
      ...rest,
      title: typed.title === "" ? refuse("title", messages.required) : typed.title,
      sourceId: readBy("sourceId", sourceIdOf(typed.access, typed.source, sourceId)),
      lengthSeconds: readBy("length", lengthRuling),
      chapters: lengthRuling.allowed ? readBy("chapters", chaptersIn(chapters, lengthRuling.value)) : [],
      published: published !== undefined,
      newCategory: made?.id === "" ? refuse("newCategory", libraryMessages.videos.categoryTitle) : made,
    };
  });

/** Parses a posted video. If the form is not valid, returns the problem with each field. */
export const parseVideoForm = (form: FormData) => parseForm(VideoForm, form);

const CategoryForm = z.object({
  title: needed(line(SHORT)).refine(
    (title) => categoryId(title) !== "",
    libraryMessages.videos.categoryTitle,
  ),
});

/** Parses the title of a category. If it is not valid, returns the problem. */
export const parseCategoryForm = (form: FormData) => parseForm(CategoryForm, form);

const Id = z.string().min(1).max(80);
const MoveForm = z.object({
  list: z.enum(["speakers", "categories", "videos"]),
  category: z.string().max(80).default(""),
  item: Id,
  /** "before" or "after", and the id of another item. */
  to: z.string().regex(/^(?:before|after) \S{1,80}$/),
});

/** Parses a posted move of an item next to another one; null if none of our pages would post such a form. */
export function parseMoveForm(form: FormData) {
  const parsed = MoveForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const { list, category, item, to } = parsed.data;
  const [side, neighbour] = to.split(" ") as ["before" | "after", string];
  if (item === neighbour) return null;
  return {
    list: list === "videos" ? { kind: list, category } : { kind: list },
    move: { item, side, neighbour },
  };
}

/** The place at which a page of a list begins, from `?after={place}.{id}`; null for the first page. */
export function placeIn(params: URLSearchParams): { place: number; id: string } | null {
  const [, place, id] = /^(\d{1,15})\.(\S{1,80})$/.exec(params.get("after") ?? "") ?? [];
  return place !== undefined && id !== undefined ? { place: Number(place), id } : null;
}

/**
 * The picture (one of `names`) that a posted form is about, from `?picture=`. Null if the form is about none of them.
 */
export function pictureAsked<Name extends string>(address: string, names: readonly Name[]): Name | null {
  const picture = new URL(address).searchParams.get("picture");
  return names.find((name) => name === picture) ?? null;
}

/** The fields of a video as typed. */
export const typedVideo = (form: FormData) => ({
  ...typedIn(form, VIDEO_FIELDS),
  published: form.has("published"),
  categories: form.getAll("categories").map(String),
  speakers: form.getAll("speakers").map(String),
});
