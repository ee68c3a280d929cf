import type { Context, SignedIn } from "~/platform/context.server.ts";
import { siteOf } from "~/platform/settings.server.ts";
import { readEdition } from "./edition-rows.server.ts";
import type { EditionFinding } from "./findings.ts";
import { formerOf } from "./former.ts";
import { lintEdition } from "./linter.ts";
import type { EditionDraft } from "./revisions.server.ts";

/**
 * What is wrong or odd in a draft, judged against what is published and against the edition before it. One round trip
 * if there is one before it.
 */
export async function lintDraft(
  { db }: Pick<Context, "db">,
  { settings, now }: Pick<SignedIn, "settings" | "now">,
  { conferenceId: id, document, live, around }: EditionDraft,
): Promise<EditionFinding[]> {
  const others = around.listed.filter((conference) => conference.id !== id);
  const before = formerOf(
    { id, year: document.conference.year },
    others.filter((conference) => around.withEdition.has(conference.id)),
  );
  const former = before === null ? null : await readEdition(db, before, siteOf(settings));
  return lintEdition(document, {
    ...{ id, now, others },
    former: former?.document ?? null,
    published: live?.document ?? null,
  });
}
