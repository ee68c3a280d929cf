import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { editionMessages } from "~/editions/messages.ts";
import { previewMails } from "~/editions/preview/preview.server.ts";
import { chooserAddress, INVENTED, previewChoice } from "~/editions/preview/preview-pages.ts";
import { readDraft } from "~/editions/revisions.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { MailPreview } from "~/staff/mail-fields.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { inZone } from "~/values/times.ts";

export const meta = titled("Preview of mails");

const texts = editionMessages.preview;

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "content");
  const id = args.params["id"]!;
  const draft = await readDraft(args.context, settings, id);
  if (!draft) refuse(404, messages.notFound);
  const { document } = draft;
  const asked = { state: args.params["state"]!, at: args.params["at"]! };
  const { state, now } = previewChoice(document, asked);
  if (!state) refuse(400, texts.notAState);
  if (now === null) refuse(400, texts.notATime);
  const name = conferenceName({ id, ...document.conference });
  return {
    mark: texts.strip(name, state.label, inZone(now, document.deadlineZone)),
    chooser: chooserAddress(id, asked),
    ...previewMails(args.context, draft, { state, at: asked.at, now }),
  };
}

export default function PreviewedMails() {
  const { mark, chooser, own, others } = useLoaderData<typeof loader>();
  return (
    <Page title="Mails about decisions" lead={texts.lead}>
      <Notice tone="info">
        <p>
          {mark} <a href={chooser}>{texts.another}</a>
        </p>
      </Notice>
      <h2>{texts.mails.own}</h2>
      {own ? <Mail mail={own} /> : <p>{texts.mails.none}</p>}
      <h2>{texts.mails.others}</h2>
      {others.map((mail) => (
        <Mail key={mail.decision} mail={mail} />
      ))}
    </Page>
  );
}

function Mail({ mail }: { mail: { decision: string; subject: string; body: string; isPlain: boolean } }) {
  return (
    <Card title={mail.decision}>
      {mail.isPlain && <p className="hint">{texts.mails.plain}</p>}
      <MailPreview to={INVENTED.email} subject={mail.subject} body={mail.body} />
    </Card>
  );
}
