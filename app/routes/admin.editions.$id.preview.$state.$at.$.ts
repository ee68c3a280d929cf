import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAbility } from "~/access/gate.server.ts";
import { editionMessages } from "~/editions/messages.ts";
import { previewPage } from "~/editions/preview/preview.server.ts";
import { previewChoice } from "~/editions/preview/preview-pages.ts";
import { whyNoPreview } from "~/editions/preview/preview-states.ts";
import { readDraft } from "~/editions/revisions.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** A page of the portal as a made-up delegate would see it if the draft were published. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const { context, params, request } = args;
  const draft = await readDraft(context, visit.settings, params["id"]!);
  if (!draft) refuse(404, messages.notFound);
  const at = params["at"]!;
  const { state, now } = previewChoice(draft.document, { state: params["state"]!, at });
  if (!state) refuse(400, editionMessages.preview.notAState);
  if (now === null) refuse(400, editionMessages.preview.notATime);
  const [obstacle] = whyNoPreview(draft.document);
  if (obstacle) refuse(409, obstacle);
  const path = `/${params["*"] ?? ""}${new URL(request.url).search}`;
  return previewPage(context, visit, draft, { state, at, now }, path);
}
