import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { readCopies } from "~/mail/copies.server.ts";
import { COPY_DAYS, troubleOf } from "~/mail/copies.ts";
import { MailCopies, NewsChoice } from "~/mail/mail-copies.tsx";
import { stopOrBeginOwn } from "~/mail/unsubscribing.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Mails from us");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, shown } = await requireViewer(args);
  const { copies, isStopped } = await readCopies(args.context.db, viewer);
  return {
    email: viewer.email,
    /** Null until the viewer has confirmed the address. Before that, it may be another person's mailbox. */
    isStopped: viewer.emailVerifiedAt === null ? null : isStopped,
    copies: copies.map(({ id, subject, createdAt, sentAt, report }) => ({
      ...{ id, subject, at: shown(sentAt ?? createdAt) },
      trouble: troubleOf({ sentAt, report }),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer } = await requireViewer(args, form);
  await stopOrBeginOwn(args.context, viewer, intentIn(form, ["stop", "begin"]));
  return redirect("/mails");
}

export default function Mails() {
  const { email, isStopped, copies } = useLoaderData<typeof loader>();
  return (
    <Page
      isForm
      title="Mails from us"
      lead={`Mails to ${email} about your application, payments and the programme stay here for ${COPY_DAYS} days.`}
    >
      <MailCopies copies={copies} />
      {isStopped !== null && <NewsChoice title="News and reminders" isStopped={isStopped} />}
      <p>
        <a href="/change-email">Change your e-mail</a>
      </p>
    </Page>
  );
}
