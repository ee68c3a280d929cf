import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { readCopy } from "~/mail/copies.server.ts";
import { troubleOf } from "~/mail/copies.ts";
import { MailCopy } from "~/mail/mail-copies.tsx";
import { paragraphsOf } from "~/mail/mail-html.ts";
import { mailMessages } from "~/mail/messages.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.subject ?? "Mails from us") },
];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, shown } = await requireViewer(args);
  const { db, origin } = args.context;
  const [mail] = await readCopy(db, viewer, args.params["id"]!);
  if (!mail) refuse(404, mailMessages.noCopy);
  return {
    subject: mail.subject,
    at: shown(mail.sentAt ?? mail.createdAt),
    trouble: troubleOf(mail),
    paragraphs: paragraphsOf(mail.body, origin),
  };
}

export default function Mail() {
  const { subject, ...mail } = useLoaderData<typeof loader>();
  return (
    <Page isForm title={subject}>
      <MailCopy {...mail} />
      <p>
        <a href="/mails">All mails from us</a>
      </p>
    </Page>
  );
}
