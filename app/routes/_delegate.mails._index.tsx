import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { readCopies } from "~/mail/copies.server.ts";
import { COPY_DAYS, troubleOf } from "~/mail/copies.ts";
import { MailCopies } from "~/mail/mail-copies.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Mails from us");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, shown } = await requireViewer(args);
  const copies = await readCopies(args.context.db, viewer);
  return {
    email: viewer.email,
    copies: copies.map(({ id, subject, createdAt, sentAt, report }) => ({
      ...{ id, subject, at: shown(sentAt ?? createdAt) },
      trouble: troubleOf({ sentAt, report }),
    })),
  };
}

export default function Mails() {
  const { email, copies } = useLoaderData<typeof loader>();
  return (
    <Page
      isForm
      title="Mails from us"
      lead={`Mails to ${email} about your application, payments and the programme stay here for ${COPY_DAYS} days.`}
    >
      <MailCopies copies={copies} />
      <p>
        <a href="/change-email">Change your e-mail</a>
      </p>
    </Page>
  );
}
