import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountMessages } from "~/accounts/messages.ts";
import { findVerifyLink, verifyEmail } from "~/accounts/own-address.server.ts";
import { requireViewer } from "~/accounts/session.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Confirm your e-mail");

/**
 * Loading the page changes nothing, because mail scanners open every link. Only a visitor who is signed in to the
 * account may confirm. Otherwise a stranger could trick the owner of an address into confirming it for the stranger's
 * account.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const { viewer } = await requireViewer(args);
  const current = viewer.email;
  const { address, pending } = await findVerifyLink(context, viewer, params["token"]!);
  if (address !== null) return { current, address, works: true };
  if (pending === null && viewer.emailVerifiedAt !== null) throw redirect("/verify-email");
  return data({ current, address: pending ?? current, works: false }, 404);
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { viewer } = await requireViewer(args, await readForm(args));
  const answer = await verifyEmail(context, viewer, params["token"]!);
  if ("confirmed" in answer) return redirect("/verify-email");
  return data({ problem: answer.refused }, answer.status);
}

export default function ConfirmEmail() {
  const { current, address, works } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const isChange = address !== current;
  if (!works) return <AnotherLink address={address} />;
  return (
    <Page isForm title="Confirm your e-mail" lead={address}>
      {problem && (
        <Notice tone="error">
          <p>{problem}</p>
        </Notice>
      )}
      <PostForm className="stack" ofNoEdition>
        <p>
          {isChange
            ? `Your account now has the address ${current}. Once you confirm the new one, you log in with it, and we write there about decisions and payments.`
            : "You log in with this address, and we write there about decisions and payments."}
        </p>
        <Button>Confirm this address</Button>
      </PostForm>
    </Page>
  );
}

function AnotherLink({ address }: { address: string }) {
  return (
    <Page isForm title="Confirm your e-mail" lead={address}>
      <Notice tone="info">
        <p>{accountMessages.confirmLinkInvalid}</p>
      </Notice>
      <Card title="Another link">
        <PostForm action="/verify-email" className="stack" ofNoEdition>
          <p>We will send it to {address}.</p>
          <Button>Send a new link</Button>
        </PostForm>
      </Card>
    </Page>
  );
}
