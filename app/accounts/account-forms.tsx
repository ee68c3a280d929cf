import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PasswordField, TextField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { messages } from "~/values/messages.ts";
import type { AccountFormName } from "./account.form.ts";
import { encodingOf, InterruptedFields } from "./code-form.tsx";
import { accountMessages } from "./messages.ts";

/** The reply when one of these forms was refused. It never contains the password. */
export type AccountReply = {
  form: AccountFormName;
  email: string;
  reason?: string;
  problems?: Partial<Record<"email" | "password", string>>;
  /** Set if there were too many attempts, so that the owner can log in with a mailed link instead. */
  offersLink?: boolean;
  isLinkSent?: boolean;
};

const LABELS = { email: "E-mail", password: "Password" };

type Props = {
  reply?: AccountReply;
  /** The address to which signing in leads. */
  redirectTo: string;
  /** The page that handles the form and shows it again if it is refused; by default the home page. */
  action?: string;
  /** The fields of an interrupted form, which are sent on after signing in. */
  resume?: [name: string, value: string][];
};

/** @param isAside whether the page has another next step, so that signing in is only an alternative. */
export function SignInForm({ isAside = false, ...props }: Props & { isAside?: boolean }) {
  const { reply, redirectTo, action, resume } = props;
  const offers = reply?.offersLink === true;
  return (
    <div className="stack">
      {offers && <NewDeviceForm {...props} />}
      {reply?.isLinkSent && (
        <Notice tone="success">
          <p>{accountMessages.deviceLinkSent}</p>
        </Notice>
      )}
      <AccountForm
        name="sign-in"
        // The reason is already shown above, beside the button that sends a link.
        reply={offers ? { ...reply, reason: undefined } : reply}
        redirectTo={redirectTo}
        action={action}
        resume={resume}
      >
        <EmailField reply={reply} />
        <PasswordField
          label={LABELS.password}
          name="password"
          autoComplete="current-password"
          error={reply?.problems?.password}
        />
        <Button variant={offers || isAside || reply?.isLinkSent ? "secondary" : "primary"}>Log in</Button>
      </AccountForm>
    </div>
  );
}

/**
 * For the owner of an account that others have locked with wrong passwords: one press sends a link to the owner's
 * mailbox.
 */
function NewDeviceForm({ reply, ...props }: Props) {
  return (
    <AccountForm name="new-device" reply={reply} {...props}>
      <p>{accountMessages.deviceLinkOffer}</p>
      <input type="hidden" name="email" value={reply?.email} />
      <Button>Mail me a link</Button>
    </AccountForm>
  );
}

export function CreateAccountForm({ reply, redirectTo, action }: Props) {
  return (
    <AccountForm name="create" reply={reply} redirectTo={redirectTo} action={action}>
      <EmailField
        reply={reply}
        hint="You log in with it, and we write to you at this address."
        isWrong={reply?.reason === accountMessages.invalidCredentials}
      />
      <PasswordField
        label={LABELS.password}
        name="password"
        hint={accountMessages.passwordHint}
        autoComplete="new-password"
        error={reply?.problems?.password}
      />
      <Button>Create account</Button>
    </AccountForm>
  );
}

export function ForgotPasswordForm({ reply, redirectTo }: Props) {
  return (
    <AccountForm name="forgot" reply={reply} redirectTo={redirectTo}>
      <EmailField reply={reply} hint="We send a link to choose a new password, if there is an account." />
      <Button>Send link</Button>
    </AccountForm>
  );
}

function AccountForm({
  name,
  reply,
  redirectTo,
  action = "/?index",
  resume = [],
  children,
}: Props & { name: AccountFormName | "new-device"; children: ReactNode }) {
  const problems = Object.entries(reply?.problems ?? {}).map(([field, message]) => ({
    field,
    // Every other sentence already names its field.
    message: message === messages.required ? `${LABELS[field as keyof typeof LABELS]}: ${message}` : message,
  }));
  // The specification's sentence does not tell somebody who already has an account what to do.
  const isTaken = name === "create" && reply?.reason === accountMessages.invalidCredentials;
  return (
    <PostForm action={action} className="stack" ofNoEdition encType={encodingOf({ resume })}>
      <ErrorSummary
        problems={
          reply?.reason ? [{ field: isTaken ? "email" : undefined, message: reply.reason }] : problems
        }
      >
        {isTaken && (
          <p>
            Have you been here before? <a href="/">Log in</a>, or{" "}
            <a href="/?form=forgot">choose a new password</a>.
          </p>
        )}
      </ErrorSummary>
      <input type="hidden" name="account" value={name} />
      <InterruptedFields redirectTo={redirectTo} resume={resume} />
      {children}
    </PostForm>
  );
}

function EmailField({ reply, hint, isWrong }: { reply?: AccountReply; hint?: string; isWrong?: boolean }) {
  return (
    <TextField
      label={LABELS.email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      spellCheck={false}
      maxLength={254}
      hint={hint}
      defaultValue={reply?.email}
      error={isWrong ? accountMessages.otherAddress : reply?.problems?.email}
    />
  );
}

/** The form for a new password, for somebody who followed a link or an invitation. */
export function NewPasswordForm({
  hint,
  button,
  problem,
}: {
  hint: string;
  button: string;
  problem?: string;
}) {
  return (
    <PostForm className="stack" ofNoEdition>
      <ErrorSummary problems={problem ? [{ field: "password", message: problem }] : []} />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={hint}
        error={problem}
      />
      <Button>{button}</Button>
    </PostForm>
  );
}
