import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { conferenceNames } from "~/conference/conferences.server.ts";
import { changeTemplate, templateRows, templateVersion } from "~/decisions/mail-templates.server.ts";
import { decisionAddress } from "~/decisions/mails.ts";
import { render } from "~/mail/mail-template.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { MAIL_LABELS, MailFields, MailPreview } from "~/staff/mail-fields.tsx";
import { parseTemplateForm, typedMail } from "~/staff/mailing.form.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";
import { messages } from "~/values/messages.ts";
import { DECISIONS } from "~/values/types.ts";

export const meta = titled("Mails about decisions");

/** Sample values for the placeholders of a mail, for a made-up reader. */
async function readSample({ db, origin }: Context, { conferenceId, currentEdition }: SignedIn["settings"]) {
  const names = await conferenceNames(db, [conferenceId]);
  return {
    firstName: "Mei",
    fullName: "Mei Chen",
    conference: names.get(conferenceId) ?? "conference",
    link: decisionAddress(origin, conferenceId, currentEdition),
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "decide");
  const [templates, sample] = await Promise.all([
    templateRows(args.context.db, settings.conferenceId),
    readSample(args.context, settings),
  ]);
  const asked = new URL(args.request.url).searchParams.get("change");
  return {
    changing: DECISIONS.find((decision) => decision === asked) ?? null,
    mails: DECISIONS.flatMap((decision) => {
      const found = templates.find((template) => template.decision === decision);
      if (!found) return [];
      const written = render(found, sample);
      return [
        {
          ...found,
          version: templateVersion(found),
          preview: "mail" in written ? written.mail : null,
        },
      ];
    }),
  };
}

type Reply = {
  values: ReturnType<typeof typedMail>;
  problems: Record<string, string>;
  reason?: string;
  preview?: { subject: string; body: string };
  /** The version that the form contained, so that the next save still notices what somebody else has saved since. */
  version?: string;
};

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const intent = intentIn(form, ["save", "preview"], "save");
  const values = typedMail(form);
  const version = String(form.get("version") ?? "");
  const parsed = parseTemplateForm(form);
  if ("problems" in parsed) return data<Reply>({ values, version, problems: parsed.problems }, 400);
  const { decision, ...mail } = parsed.request;
  if (intent === "preview") {
    const written = render(mail, await readSample(args.context, visit.settings));
    return data<Reply>({ values, version, problems: {}, preview: "mail" in written ? written.mail : mail });
  }
  if (!(await changeTemplate(args.context, visit, { decision, version }, mail)))
    return data<Reply>({ values, problems: {}, reason: messages.changedMeanwhile }, 409);
  return redirect("/admin/mail/decisions");
}

export default function DecisionMails() {
  const { mails, changing } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  const open = reply?.values.decision ?? changing;
  return (
    <Page
      title="Mails about decisions"
      eyebrow={useEditionName()}
      lead="Each mail is filled in for its delegate when the decision becomes visible. This is how Mei Chen would read them."
    >
      {mails.map(({ decision, subject, body, version, preview }) => (
        <Card key={decision} title={decision}>
          {preview ? <MailPreview {...preview} /> : <MailPreview subject={subject} body={body} />}
          {open === decision ? (
            <PostForm className="stack">
              <ErrorSummary problems={labelled(problemsOf(reply), MAIL_LABELS)} />
              {reply?.preview && (
                <>
                  <p className="hint">Not saved yet. It would read:</p>
                  <MailPreview {...reply.preview} />
                </>
              )}
              <input type="hidden" name="decision" value={decision} />
              <input type="hidden" name="version" value={reply?.version ?? version} />
              <MailFields values={reply?.values ?? { subject, body }} problems={reply?.problems ?? {}} />
              <UnsavedChanges unsaved={reply !== undefined} />
              <div className="actions">
                <Button name="intent" value="save">
                  Save
                </Button>
                <Button name="intent" value="preview" variant="secondary">
                  Preview
                </Button>
              </div>
            </PostForm>
          ) : (
            <p>
              <LinkButton href={`?change=${encodeURIComponent(decision)}`} variant="secondary">
                Change<span className="visually-hidden"> the mail for {decision}</span>
              </LinkButton>
            </p>
          )}
        </Card>
      ))}
      <p>
        <a href="/admin/release">Release decisions</a>
      </p>
    </Page>
  );
}
