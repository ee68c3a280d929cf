import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { editionMessages } from "~/editions/messages.ts";
import { PreviewChooser } from "~/editions/preview/preview-chooser.tsx";
import { previewChooser } from "~/editions/preview/preview-pages.ts";
import { readDraft } from "~/editions/revisions.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Preview of an edition");

export async function loader(args: LoaderFunctionArgs) {
  const { settings, now } = await requireAbility(args, "content");
  const id = args.params["id"]!;
  const draft = await readDraft(args.context, settings, id);
  if (!draft) refuse(404, messages.notFound);
  const { document } = draft;
  const asked = new URL(args.request.url).searchParams;
  const page = previewChooser(id, document, { state: asked.get("state"), at: asked.get("at") }, now);
  const name = conferenceName({ id, ...document.conference });
  return data({ id, name, ...page }, Object.keys(page.problems).length > 0 ? 400 : 200);
}

export default function PreviewEdition() {
  const page = useLoaderData<typeof loader>();
  const { id, name, problems } = page;
  return (
    <Page title={`Preview of ${name}`} lead={editionMessages.preview.lead}>
      <ErrorSummary problems={labelled(problemsOf({ problems }), { state: "Delegate", at: "Time" })} />
      <PreviewChooser {...page} />
      <p>
        <a href={`/admin/editions/${id}`}>All of {name}</a>
      </p>
    </Page>
  );
}
