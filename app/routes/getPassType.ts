import { callable, refuseGet } from "~/api/callable.server.ts";
import { apiMessages } from "~/api/messages.ts";
import { mayRead } from "~/applications/may-read.ts";
import { isConferenceId } from "~/conference/conference-name.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { heldPass } from "~/money/prices/passes.ts";
import { assignmentRows } from "~/reviews/review-rows.server.ts";
import { heldPasses } from "~/standing/holdings.server.ts";

export const loader = refuseGet;

export const action = callable("getPassType", async ({ db }, { viewer, settings }, asked) => {
  const isOwn = asked.userUid === viewer.uid;
  const notTheirs = { refused: apiMessages.onlyOwnPass, status: "PERMISSION_DENIED" } as const;
  if (!isOwn && !viewer.admin) return notTheirs;
  const named = typeof asked.conference === "object" ? asked.conference?.id : asked.conference;
  const conferenceId = named ?? settings.conferenceId;
  if (!isConferenceId(conferenceId)) {
    return { refused: conferenceMessages.invalidConferenceId, status: "INVALID_ARGUMENT" };
  }
  const [held, given] = await db
    .batch([
      heldPasses(db, conferenceId, asked.userUid),
      assignmentRows(db, conferenceId, asked.userUid, viewer.uid),
    ])
    .catch((cause: unknown) => {
      throw new Error(passMessages.passTypeFailed, { cause });
    });
  if (!isOwn && !mayRead({ abilities: viewer.abilities, assigned: given.length > 0 })) return notTheirs;
  return { data: heldPass(held) };
});
