import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lifeOf } from "~/accounts/links.ts";
import { LogOutEverywhere } from "~/accounts/log-out-everywhere.tsx";
import { accountMessages } from "~/accounts/messages.ts";
import { changeEmail, pendingEmail } from "~/accounts/own-address.server.ts";
import { requireViewer } from "~/accounts/session.server.ts";
import { FRESH_MINUTES } from "~/accounts/sessions.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PasswordField, TextField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { quantity } from "~/values/words.ts";

export const meta = titled("Change your e-mail");

type Problem = { field?: "newEmail" | "password"; message: string };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireViewer(args);
  const { email: current, admin, hasFactor } = viewer;
  return { current, mayHaveFactor: admin || hasFactor, pending: await pendingEmail(args.context, viewer) };
}

/** Answers with a page, and not with a redirect, because the page shows a link that is not stored anywhere. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form);
  // The field is not called "email", because the login form has a field with that name. If the session has ended, the
  // login form is shown, and it must keep the address that was typed here.
  const email = String(form.get("newEmail") ?? "");
  const password = form.get("password")?.toString();
  const asksPassword = password !== undefined;
  const refused = (status: number, problem?: Problem) =>
    data({ email, asksPassword: asksPassword || !problem, problem }, status);

  if (email.trim() === "") return redirect("/change-email");
  if (password === "") return refused(400, { field: "password", message: messages.required });
  const change = await changeEmail(args.context, visit, { email, password });
  if ("stale" in change) return refused(401);
  if ("refused" in change) {
    const { refused: message, status } = change;
    const isAboutAddress = message === accountMessages.invalidEmail || message === accountMessages.sameEmail;
    return refused(status, { field: isAboutAddress ? "newEmail" : undefined, message });
  }
  return data({ changed: change });
}

export default function ChangeEmail() {
  const { current, pending, mayHaveFactor } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "changed" in answer) return <Changed {...answer.changed} current={current} />;
  const { email, asksPassword, problem } = answer ?? {};
  const errorOf = (field: Problem["field"]) => (problem?.field === field ? problem?.message : undefined);
  return (
    <Page isForm title="Change your e-mail" lead="You log in with it, and we write to you at this address.">
      <div data-dialog="">
        <Card>
          <PostForm action="/change-email" className="stack" ofNoEdition>
            <ErrorSummary problems={problem ? [problem] : []} />
            {asksPassword && !problem && (
              <p>
                You last typed your password more than {quantity(FRESH_MINUTES, "minute")} ago. Please type it
                again, so that nobody else can change your address.
              </p>
            )}
            <TextField
              label="New e-mail"
              name="newEmail"
              type="email"
              inputMode="email"
              autoComplete="email"
              spellCheck={false}
              maxLength={254}
              placeholder="name@example.com"
              hint={`It is now ${current}${pending ? `; ${pending} is waiting to be confirmed` : ""}.`}
              defaultValue={email}
              error={errorOf("newEmail")}
            />
            {asksPassword && (
              <PasswordField
                label="Password"
                name="password"
                autoComplete="current-password"
                error={errorOf("password")}
              />
            )}
            <Button>Change email</Button>
          </PostForm>
        </Card>
      </div>
      <Card title="Password">
        <p>
          <a href="/change-password">Change your password</a>
        </p>
      </Card>
      {mayHaveFactor && (
        <Card title="Second factor">
          <p>
            <a href="/second-factor">See or set up your second factor</a>
          </p>
        </Card>
      )}
      <p>
        <a href="/mails">Read our mails to you</a>
      </p>
      <LogOutEverywhere />
    </Page>
  );
}

function Changed({ email, resetLink, current }: { email: string; resetLink: string; current: string }) {
  return (
    <Page isForm title="Confirm your new e-mail">
      <div data-dialog="done" className="stack">
        <Notice tone="success">
          <p>
            Your new e-mail will be <strong>{email}</strong> when you confirm it. We have sent a link to this
            address. Open the link within {lifeOf("verify-email")}. Until then you log in with {current}.
          </p>
        </Notice>
        <Card title="Reset your password now">
          <p>
            We advise you to choose a new password immediately. The link works once, for{" "}
            {lifeOf("own-password")}, while you are logged in.
          </p>
          <p>
            <LinkButton href={resetLink}>Reset password</LinkButton>
          </p>
        </Card>
        <p>
          We have also sent a mail to the old address. For {lifeOf("revert-email")} the link in it can undo
          the change.
        </p>
      </div>
    </Page>
  );
}
