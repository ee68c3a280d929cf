import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountMessages } from "~/accounts/messages.ts";
import { pendingEmail, sendVerification } from "~/accounts/own-address.server.ts";
import { requireViewer } from "~/accounts/session.server.ts";
import { unreachableRows } from "~/mail/unreachable.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";

export const meta = titled("Confirm your e-mail");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireViewer(args);
  const [pending, [unreachable]] = await Promise.all([
    pendingEmail(args.context, viewer),
    unreachableRows(args.context.db, viewer.email),
  ]);
  return {
    email: pending ?? viewer.email,
    isChange: pending !== null,
    hasNone: pending === null && isAddressNone(viewer.email),
    confirmed: pending === null && viewer.emailVerifiedAt !== null && !unreachable,
    unreachable: (pending === null && unreachable?.because) || null,
    sent: new URL(args.request.url).searchParams.has("sent"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer } = await requireViewer(args, await readForm(args));
  const [pending, [unreachable]] = await Promise.all([
    pendingEmail(args.context, viewer),
    unreachableRows(args.context.db, viewer.email),
  ]);
  if (pending === null && viewer.emailVerifiedAt !== null && !unreachable) return redirect("/verify-email");
  const wait = await sendVerification(args.context, viewer);
  return wait === 0
    ? redirect("/verify-email?sent")
    : data({ problem: accountMessages.tooManyAttempts(wait) }, 429);
}

export default function VerifyEmail() {
  const { email, isChange, hasNone, confirmed, unreachable, sent } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  if (confirmed) {
    return (
      <Page isForm title="Your e-mail is confirmed">
        <Notice tone="success">
          <p>{accountMessages.emailConfirmed(email)}</p>
        </Notice>
        <p>
          <a href="/">Go to the home page</a>
        </p>
      </Page>
    );
  }
  if (hasNone) return <NoAddress />;
  return (
    <Page isForm title={isChange ? "Confirm your new e-mail" : "Confirm your e-mail"} lead={email}>
      {sent && !problem && (
        <Notice tone="success">
          <p>{accountMessages.confirmationSent}</p>
        </Notice>
      )}
      {unreachable && !sent && (
        <Notice tone="warning">
          <p>{accountMessages.unreachable[unreachable](email)}</p>
        </Notice>
      )}
      <Card>
        <PostForm action="/verify-email" className="stack" ofNoEdition>
          <ErrorSummary problems={problem ? [{ message: problem }] : []} />
          <p>
            {isChange
              ? "Open the link in our mail to this address. Then you log in with this address, and we write to you there."
              : "Open the link in our mail to this address, so that you do not miss our mail about decisions and payments."}
          </p>
          <p>
            No mail? Look in your spam folder, or let us send another one. Not your address?{" "}
            <a href="/change-email">Change your e-mail</a>
          </p>
          <Button>Send a new link</Button>
        </PostForm>
      </Card>
    </Page>
  );
}

/**
 * Shown if this account has lost its address, because the owner of the mailbox uses the address for their own account.
 */
function NoAddress() {
  return (
    <Page isForm title="Your account has no e-mail">
      <Notice tone="warning">
        <p>{accountMessages.addressTakenAway}</p>
      </Notice>
      <p>
        <LinkButton href="/change-email">Enter another e-mail</LinkButton>
      </p>
    </Page>
  );
}
