import { conferenceName } from "~/conference/conference-name.ts";
import { anchorOf, type ShownFinding, shownFindings } from "~/editions/checks/findings.ts";
import { lintBeside, readFormer } from "~/editions/checks/linting.server.ts";
import { parseDocument } from "~/editions/edition-document.form.ts";
import {
  EDITION_PARTS,
  type EditionDocument,
  type EditionPart,
  passInWords,
} from "~/editions/edition-document.ts";
import { type EditionItem, valueAt } from "~/editions/edition-fields.ts";
import { isSame } from "~/editions/merge.ts";
import { editionMessages } from "~/editions/messages.ts";
import { type EditionDraft, readDraft, saveRevision } from "~/editions/revisions.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import type { Refused } from "~/values/types.ts";
import { partShape } from "./edition-parts.ts";
import { takePictures } from "./edition-pictures.server.ts";
import {
  changesOfPart,
  emptyFields,
  mayAdd,
  rearranged,
  type TypedItem,
  typedItems,
  typedOf,
  withStandard,
  withTyped,
} from "./part-form.ts";
import type { PartShape } from "./part-shape.ts";
import { questionsShape } from "./question-parts.ts";
import { RESTORING, type RowAt, type UnsavedForm } from "./unsaved-forms.server.ts";

/** A part of an edition's draft, as its page shows it. */
export type EditedPart = {
  draft: EditionDraft;
  title: string;
  shape: PartShape;
  /** The same part of the published edition; null if no edition is published. */
  published: PartShape | null;
  /** Items that existed before, so that an item which is removed and added again can be recognised by its name. */
  known: EditionItem[];
  /** The same part of the previous edition, and the name of that edition; null if there is none. */
  former: { name: string; shape: PartShape } | null;
  /** The findings about the part; on the page of a section, only the findings about that section. */
  findings: ShownFinding[];
};

/**
 * The part of an edition that a URL refers to; null if there is no such edition or part.
 *
 * @param sectionId the section whose questions are edited; without it, the list of sections.
 */
export async function readPart(
  context: Context,
  { settings, now }: SignedIn,
  conferenceId: string,
  partId: string,
  sectionId?: string,
): Promise<EditedPart | null> {
  const part = EDITION_PARTS.find(({ id }) => id === partId);
  const draft = part ? await readDraft(context, settings, conferenceId) : null;
  if (!part || !draft) return null;
  const shape = shapeOf(draft.document, part.id, sectionId);
  if (!shape) return null;
  const section = draft.document.sections.find(({ id }) => id === sectionId);
  const before = await readFormer(context, settings, draft);
  const published = draft.live && shapeOf(draft.live.document, part.id, sectionId);
  const formerShape = before && shapeOf(before.document, part.id, sectionId);
  const found = lintBeside(draft, before, now).filter((finding) => finding.part === part.id);
  const shown = shownFindings(conferenceId, draft.document, found);
  const page = `/admin/editions/${conferenceId}/${part.id}${section ? `/${section.id}` : ""}`;
  const isHere = ({ href }: ShownFinding) => href.startsWith(`${page}?`);
  return {
    // A link within this page must not load the page again, so that what was typed stays.
    findings: (section ? shown.filter(isHere) : shown).map((finding) =>
      isHere(finding) ? { ...finding, href: new URL(finding.href, context.origin).hash } : finding,
    ),
    former: formerShape && {
      name: editionMessages.inEdition(conferenceName({ id: before!.id, ...before!.document.conference })),
      shape: formerShape,
    },
    // The previous edition's questions are included, because questions keep their ids from year to year. Its add-ons
    // and events are not, because their ids may contain the year.
    known: [...(published?.items ?? []), ...(part.id === "questions" ? (formerShape?.items ?? []) : [])],
    ...{ draft, shape, published, title: section ? section.title : part.title },
  };
}

const shapeOf = (document: EditionDocument, part: EditionPart, sectionId: string | undefined) =>
  sectionId === undefined ? partShape(part, document) : questionsShape(document, sectionId);

/**
 * A text that identifies the present content of a part. A form is saved only if this content has not changed since the
 * form was made.
 */
const partVersion = ({ items }: PartShape): string => fingerprint(JSON.stringify(items));

/** The form of a part, shown again because it was refused, with what is wrong. */
export type PartReply = ShownForm & {
  problems: Record<string, string>;
  reason?: string;
  /** Set if the page asks again whether to put back what is published. */
  isRestoring?: boolean;
  status: 400 | 409;
};

/** The contents of an unsaved form, with the version of the part for which it was made. */
type ShownForm = Pick<UnsavedForm, "items"> & {
  /** The version of the part that the form was made from; if absent, the saved version. */
  seen?: string;
  /** Whether the part has been saved again since the form was made. */
  isMoved?: boolean;
};

/** Carries out what a posted form of a part asks for: either saves it, or rearranges it and shows it again. */
export async function actOnPart(
  context: Context,
  visit: SignedIn,
  edited: EditedPart,
  form: FormData,
): Promise<
  { revision: number } | { arranged: UnsavedForm; at: RowAt | null; isRestoring?: boolean } | PartReply
> {
  const { draft, shape } = edited;
  const act = String(form.get("intent") ?? "save");
  if (act === "restore") return restorePart(context, visit, edited, form);
  const unread = await takePictures(context, draft.conferenceId, shape, form);
  if (act === "save") return savePart(context, visit, edited, form, unread);
  const typed = typedItems(shape, form);
  const seen = String(form.get("seen") ?? "");
  if (act === "ask-restore") return { arranged: { items: typed, seen }, at: null, isRestoring: true };
  const items = withStandard(typed, shape, act) ?? rearranged(typed, shape, act);
  // A new item is added at the end, so the pictures' problems still have the right item numbers.
  if (act === "add" && Object.keys(unread).length > 0) return { items, seen, problems: unread, status: 400 };
  return { arranged: { items, seen }, at: rowAfter(act, items) };
}

/**
 * The row to show open after a button was pressed: the new item, the item that was moved, or the item that got a
 * standard text.
 */
function rowAfter(act: string, items: readonly TypedItem[]): RowAt | null {
  const [, verb, place] = /^(up|down|standard):(\d{1,3})(?:\.|$)/.exec(act) ?? [];
  const step = verb === "up" ? -1 : verb === "down" ? 1 : 0;
  const index = act === "add" ? items.length - 1 : Number(place) + step;
  const item = items[index];
  return item ? { index, id: item.id } : null;
}

/**
 * Saves what was typed into a part as the next revision of the draft. Whatever is not in the form stays as it is.
 *
 * @param unread for each field with a picture, what is wrong with it.
 * @returns what was typed, with what is wrong in each field or with the reason why it was refused.
 */
async function savePart(
  context: Context,
  visit: SignedIn,
  { draft, shape, known }: EditedPart,
  form: FormData,
  unread: Record<string, string>,
): Promise<{ revision: number } | PartReply> {
  const items = typedItems(shape, form);
  const typed = withTyped(shape, items, known);
  if (form.get("seen") !== partVersion(shape)) {
    // If the form was sent twice, the first one has already saved exactly this.
    if (!("problems" in typed) && !hasAny(unread) && isSame(typed.document, draft.document))
      return { revision: draft.revision };
    // What somebody else added meanwhile is shown too. Otherwise, the next press of "Save" would remove it unseen.
    const added =
      shape.noun === null ? [] : typedOf(shape).filter(({ id }) => !items.some((one) => one.id === id));
    return {
      ...{ items: [...items, ...added], isMoved: true, problems: {} },
      ...{ reason: editionMessages.partMoved, status: 409 },
    };
  }
  if ("problems" in typed) return { items, problems: { ...typed.problems, ...unread }, status: 400 };
  if (Object.keys(unread).length > 0) return { items, problems: unread, status: 400 };
  return saveDocument(context, visit, draft, typed.document, items);
}

/** Resets a part to its published version, and saves that as the next revision. */
async function restorePart(
  context: Context,
  visit: SignedIn,
  { draft, shape, published }: EditedPart,
  form: FormData,
): Promise<{ revision: number } | PartReply> {
  const items = typedOf(shape);
  if (!published || form.get("seen") !== partVersion(shape)) {
    const reason = editionMessages.restore.moved;
    return { items, problems: {}, reason, isRestoring: true, status: 409 };
  }
  return saveDocument(context, visit, draft, shape.put(published.items), items);
}

async function saveDocument(
  context: Context,
  visit: SignedIn,
  draft: EditionDraft,
  document: EditionDocument,
  items: TypedItem[],
): Promise<{ revision: number } | PartReply> {
  const parsed = parseDocument(document);
  if ("wrong" in parsed) {
    const reason = editionMessages.unreadable(parsed.wrong.join(", "));
    return { items, problems: {}, reason, status: 400 };
  }
  const saved: { revision: number } | Refused<409> = await saveRevision(
    context,
    visit,
    draft,
    parsed.document,
  );
  return "refused" in saved ? { items, problems: {}, reason: saved.refused, status: saved.status } : saved;
}

type Restorable = Pick<EditedPart, "shape" | "published">;

const mayRestore = ({ shape, published }: Restorable): boolean =>
  published !== null && !isSame(published.items, shape.items);

/**
 * The facts for the question whether to put back what is published: how many changes of the draft would be lost, and
 * the URL of the page with the form, which still contains what was typed. Null if the page's URL does not ask this, or
 * if there is nothing to put back.
 */
export function restoringAt(url: string, { shape, published }: Restorable) {
  const { pathname, searchParams } = new URL(url);
  if (!searchParams.has(RESTORING) || !published || !mayRestore({ shape, published })) return null;
  searchParams.delete(RESTORING);
  return {
    changes: changesOfPart(published, shape),
    seen: partVersion(shape),
    href: `${pathname}?${searchParams}`,
  };
}

const hasAny = (values: Record<string, string>) => Object.keys(values).length > 0;

const byId = (shape: PartShape | null) =>
  new Map((shape?.items ?? []).map((item) => [String(item["id"] ?? ""), item]));

/**
 * A part in the form that its page needs: without functions, and with each field's values in other editions and states.
 *
 * @param asked the anchor of an item whose row must be open from the start; null if the URL names none.
 */
export function partView(
  { shape, published, former, draft, findings }: EditedPart,
  form: ShownForm | null = null,
  asked: string | null = null,
) {
  const typed = form?.items ?? typedOf(shape);
  const { fields, noun, ids, inside, titleOf, aboutOf, inBrief } = shape;
  const stored = byId(shape);
  const labels = Object.fromEntries(
    typed.flatMap(({ id }, index) => {
      const item = stored.get(id);
      const heading = item ? titleOf(item) : ids ? passInWords(id) : "";
      return fields.map(({ name, label }) => [
        `${index}.${name}`,
        [heading || (noun && `New ${noun}`), label].filter(Boolean).join(", "),
      ]);
    }),
  );
  const live = byId(published);
  const taken: ReadonlyMap<string, number> = draft.live?.taken ?? new Map();
  const before = byId(former?.shape ?? null);
  const written = new Map(typedOf(shape).map((item) => [item.id, item.typed]));
  return {
    noun,
    /** Whether each item is shown as a row that opens into its form. */
    hasRows: inBrief !== undefined,
    mayAdd: mayAdd(shape, typed),
    /** The part to which an item must be added before this one can get any; null if there is none. */
    first: shape.first ?? null,
    /** Whether the draft differs from the published part, so that the published part can be restored. */
    mayRestore: mayRestore({ shape, published }),
    seen: form?.seen ?? partVersion(shape),
    formerName: former?.name ?? "",
    /** For each field, its label together with the title of its item, for messages that are not shown at the item. */
    labels: labels as Record<string, string>,
    fields: fields.map(({ name, label, hint, control, optional, rows, options }) => ({
      ...{ name, label, hint, control, optional, rows, options },
    })),
    items: typed.map(({ id, typed: values }) => {
      const item = stored.get(id);
      const changedValues = (held: EditionItem | undefined) =>
        Object.fromEntries(
          fields.flatMap((field) => {
            const value = held && valueAt(held, field.name);
            if (!held || field.written(value) === values[field.name]) return [];
            return [[field.name, field.shown(value)]];
          }),
        ) as Record<string, string>;
      const [inFormer, inLive] = [changedValues(before.get(id)), changedValues(live.get(id))];
      const found = findings.filter((finding) => finding.item === id);
      const mistakes = found.filter(({ level }) => level === "error").length;
      const kept = written.get(id);
      const was =
        kept && Object.fromEntries(Object.entries(kept).filter(([name, value]) => value !== values[name]));
      return {
        ...{ id, values, was: was ?? null },
        ...(form?.isMoved && { meanwhile: was ?? {} }),
        title: item ? titleOf(item) : ids ? passInWords(id) : "",
        about: (item && aboutOf?.(item)) ?? null,
        inBrief: (item && inBrief?.(item)) ?? [],
        /** The fields that have a standard text. */
        standard: emptyFields(shape, { id, typed: values }).map(([name]) => name),
        state: {
          ...{ mistakes, notes: found.length - mistakes },
          change: item && published ? (!live.has(id) ? "New" : hasAny(inLive) ? "Changed" : null) : null,
          isAsked: asked !== null && anchorOf(id) === asked,
        },
        inside: item && inside && id ? { href: inside.href(item), words: inside.words(item) } : null,
        published: inLive,
        former: inFormer,
        beside: { ...(taken.has(id) && { places: String(taken.get(id)) }) },
      };
    }),
  };
}
