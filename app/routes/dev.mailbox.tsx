import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { newestMails } from "~/mail/outbox.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { RefusalPage } from "~/site/refusal-page.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { messages } from "~/values/messages.ts";

export const meta: MetaFunction = () => [{ title: "Development mailbox" }];

/** Only in development, where no mail leaves the machine: shows the mails in the outbox. */
export async function loader({ context }: LoaderFunctionArgs) {
  if (context.config.production) refuse(404, messages.notFound);
  return { mails: await newestMails(context) };
}

export default function Mailbox() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <Page title="Mailbox" lead="Every mail the portal has queued, newest first. Only in development.">
      {mails.length === 0 && (
        <EmptyState title="No mail yet">
          <p>Ask for a new password, and it will be here.</p>
        </EmptyState>
      )}
      {mails.map(({ id, recipient, subject, body }) => (
        <Card key={id} title={subject}>
          <p className="hint">
            To {recipient} · <a href={`/dev/mailbox/${id}`}>as HTML</a>
          </p>
          {body.split("\n\n").map((paragraph) => (
            <p key={paragraph}>{linked(paragraph)}</p>
          ))}
        </Card>
      ))}
    </Page>
  );
}

function linked(paragraph: string) {
  const [, before, address, after] = /^(.*?)(https?:\/\/\S+)(.*)$/.exec(paragraph) ?? [];
  if (!address) return paragraph;
  return (
    <>
      {before}
      <a href={address}>{address}</a>
      {after}
    </>
  );
}

export function ErrorBoundary() {
  return <RefusalPage />;
}
