import type { EditionDocument } from "~/editions/edition-document.ts";
import { readEdition } from "~/editions/edition-rows.server.ts";
import type { EditionDraft } from "~/editions/revisions.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Settings, siteOf } from "~/platform/settings.server.ts";
import type { EditionFinding } from "./findings.ts";
import { formerOf } from "./former.ts";
import { lintEdition } from "./linter.ts";

/**
 * The edition that precedes a draft's edition, with its id; null if there is none. If there is such an edition, this
 * takes one round trip.
 */
export async function readFormer(
  { db }: Pick<Context, "db">,
  settings: Settings,
  { conferenceId: id, document, around }: EditionDraft,
): Promise<{ id: string; document: EditionDocument } | null> {
  const others = around.listed.filter((other) => other.id !== id && around.withEdition.has(other.id));
  const before = formerOf({ id, year: document.conference.year }, others);
  const former = before === null ? null : await readEdition(db, before, siteOf(settings));
  return former && { id: before!, document: former.document };
}

/**
 * Everything wrong or odd in a draft, checked against the published edition and the previous edition. One round trip if
 * there is a previous edition.
 */
export const lintDraft = async (
  context: Pick<Context, "db">,
  { settings, now }: Pick<SignedIn, "settings" | "now">,
  draft: EditionDraft,
): Promise<EditionFinding[]> => lintBeside(draft, await readFormer(context, settings, draft), now);

/** Like `lintDraft`, if the previous edition has been read already. */
export const lintBeside = (
  { conferenceId: id, document, live, around }: EditionDraft,
  former: { document: EditionDocument } | null,
  now: number,
): EditionFinding[] =>
  lintEdition(document, {
    ...{ id, now },
    others: around.listed.filter((other) => other.id !== id),
    former: former?.document ?? null,
    published: live?.document ?? null,
    taken: live?.taken ?? new Map(),
    gates: live?.gates ?? new Map(),
  });
