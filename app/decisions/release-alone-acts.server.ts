import type { Context, SignedIn } from "~/platform/context.server.ts";
import { decisionMessages } from "./messages.ts";
import { fewIn } from "./release.form.ts";
import { type Few, releaseAlone, sendTestMails, takeBackAlone } from "./released-alone.server.ts";

/**
 * Carries out what a button of `ReleaseAlone` asks for.
 *
 * @returns why nothing was done; null if the act was done.
 */
export async function actOnFew(
  context: Context,
  visit: SignedIn,
  few: Few,
  form: FormData,
  intent: "release" | "back" | "test",
): Promise<string | null> {
  const say = decisionMessages.release.alone;
  const { seen, pressId } = fewIn(form);
  if (intent === "test") {
    await sendTestMails(context, visit, few, pressId);
    return null;
  }
  if (intent === "back") return (await takeBackAlone(context, visit, few)) ? null : say.nothing;
  const outcome = await releaseAlone(context, visit, few, seen);
  return outcome === "done" ? null : say[outcome];
}
