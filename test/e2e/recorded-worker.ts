// The portal as it was built, for the browser tests. If a test asks, an answer also says which data the page used.
// Tests can also reach behind the scenes (behind.ts).
import type { AppLoadContext } from "@remix-run/cloudflare";
import { entry } from "#server-build";
import portal from "../../app/entry.worker.ts";
import { answerBehind, BEHIND } from "./behind.ts";
import { recorded } from "./reads.ts";

/**
 * The kind of person who asks. All strangers are one kind, and so are all delegates. Members of the staff are of the
 * same kind if they have the same abilities.
 */
async function who({ visit }: AppLoadContext): Promise<string> {
  const viewer = await visit().then(
    (found) => found.viewer,
    () => null,
  );
  if (!viewer) return "stranger";
  return viewer.admin ? `staff (${[...viewer.abilities].sort().join(", ")})` : "delegate";
}

// The portal looks the module up anew for each page.
entry.module = { ...entry.module, default: recorded(entry.module.default, who) };

export default {
  ...portal,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === BEHIND
      ? answerBehind(request, env)
      : portal.fetch(request, env, context),
} satisfies typeof portal;
