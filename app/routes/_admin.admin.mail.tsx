import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName, useMayOpen } from "~/access/staff-link.tsx";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { selectionInWords, writtenToIn } from "~/selections/written-to.server.ts";
import { isGroup } from "~/staff/audiences.ts";
import { parseMailingForm, parseSelectionMailForm, previewIn, typedMail } from "~/staff/mailing.form.ts";
import { ComposeMail, ConfirmMail, type MailReply, SentMails } from "~/staff/mailing.tsx";
import { newestMailings, previewMailing, sendMailing } from "~/staff/mailings.server.ts";
import { staffMessages } from "~/staff/messages.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

const DECISIONS = "/admin/mail/decisions";

export const meta = titled("Mail");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const [sent, selection] = await Promise.all([
    newestMailings(args.context, visit.settings.conferenceId),
    writtenToIn(args, visit),
  ]);
  return {
    selection: selection?.words ?? null,
    sent: sent.map(({ id, subject, audience, recipients, left, waiting, unwanted, lost, sentAt }) => ({
      ...{ id, subject, recipients, left, waiting, unwanted, lost },
      audience: isGroup(audience) ? audience : selectionInWords(audience, visit.viewer),
      date: sentAt,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const { context } = args;
  const intent = intentIn(form, ["preview", "send", "edit"], "preview");
  const values = typedMail(form);
  const selection = await writtenToIn(args, visit);
  const parsed = selection ? parseSelectionMailForm(form) : parseMailingForm(form);
  if ("problems" in parsed) return data<MailReply>({ values, problems: parsed.problems }, 400);
  const { audience, ...mail } = { audience: selection!, ...parsed.request };
  const asked = { audience, mail };
  const seen = intent === "send" ? previewIn(form) : null;
  const answer = seen && (await sendMailing(context, visit, asked, seen));
  if (answer && "sent" in answer) return redirect("/admin/mail");
  if (intent === "edit") return data<MailReply>({ values, problems: {} });
  const preview = await previewMailing(context, visit, asked);
  if (!preview) {
    const problems = { audience: staffMessages.mailing.nobody };
    return data<MailReply>({ values, problems }, answer ? 409 : 400);
  }
  const reply: MailReply = { values: { ...values, ...mail }, problems: {}, reason: answer?.refused, preview };
  return data<MailReply>(reply, answer ? 409 : 200);
}

export default function Mail() {
  const { sent, selection } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as MailReply | undefined;
  const mayOpen = useMayOpen();
  return (
    <Page
      title="Mail"
      eyebrow={useEditionName()}
      lead="Write to a group of people. Nothing is sent before you have seen who it goes to."
    >
      {reply?.preview ? (
        <ConfirmMail {...reply} selection={selection} preview={reply.preview} />
      ) : (
        <ComposeMail selection={selection} reply={reply} />
      )}
      {mayOpen(DECISIONS) && (
        <p>
          <a href={DECISIONS}>Mails about decisions</a>
        </p>
      )}
      <SentMails sent={sent} />
    </Page>
  );
}
