// The portal as it was built, which says beside a page what of its data it used, and lets tests behind its scenes. Wrangler
// serves it to the browser tests.
import type { AppLoadContext } from "@remix-run/cloudflare";
import { entry } from "#server-build";
import portal from "../../app/entry.worker.ts";
import { answerBehind, BEHIND } from "./behind.ts";
import { recorded } from "./reads.ts";

/** Strangers and delegates are alike; of the staff, those who may do the same. */
async function who({ visit }: AppLoadContext): Promise<string> {
  const viewer = await visit().then(
    (found) => found.viewer,
    () => null,
  );
  if (!viewer) return "stranger";
  return viewer.admin ? `staff (${[...viewer.abilities].sort().join(", ")})` : "delegate";
}

// It is looked up for each page.
entry.module = { ...entry.module, default: recorded(entry.module.default, who) };

export default {
  ...portal,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === BEHIND
      ? answerBehind(request, env)
      : portal.fetch(request, env, context),
} satisfies typeof portal;
