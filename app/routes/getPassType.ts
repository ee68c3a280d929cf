import { callable, refuseGet } from "~/callable.server.ts";
import { isConferenceId } from "~/domain/conferences.ts";
import { messages } from "~/domain/messages.ts";
import { heldPass } from "~/domain/passes.ts";
import { heldPasses } from "~/models/payments.server.ts";

export const loader = refuseGet;

export const action = callable("getPassType", async ({ db }, { viewer, settings }, asked) => {
  if (asked.userUid !== viewer.uid && !viewer.admin) {
    return { refused: messages.onlyOwnPass, status: "PERMISSION_DENIED" };
  }
  const named = typeof asked.conference === "object" ? asked.conference?.id : asked.conference;
  const conferenceId = named ?? settings.conferenceId;
  if (!isConferenceId(conferenceId)) {
    return { refused: messages.invalidConferenceId, status: "INVALID_ARGUMENT" };
  }
  const held = await heldPasses(db, conferenceId, asked.userUid).catch((cause: unknown) => {
    throw new Error(messages.passTypeFailed, { cause });
  });
  return { data: heldPass(held) };
});
