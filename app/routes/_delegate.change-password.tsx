import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountMessages } from "~/accounts/messages.ts";
import { changeOwnPassword, type OwnPasswordProblems } from "~/accounts/password-change.server.ts";
import { rememberDevice, requireViewer } from "~/accounts/session.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PasswordField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Change your password");

const LABELS = { oldPassword: "Present password", newPassword: "New password" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireViewer(args);
  const isChanged = new URL(args.request.url).searchParams.has("changed");
  return { admin: viewer.admin, isChanged };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer } = await requireViewer(args, form);
  const oldPassword = String(form.get("oldPassword") ?? "");
  const newPassword = String(form.get("newPassword") ?? "");
  if (oldPassword === "") return refused({ oldPassword: messages.required }, 400);
  const answer = await changeOwnPassword(args.context, viewer, { oldPassword, newPassword });
  if ("problems" in answer) return refused(answer.problems, answer.status);
  await rememberDevice(args, answer);
  return redirect("/change-password?changed");
}

const refused = (problems: OwnPasswordProblems, status: number) => data({ problems }, status);

export default function ChangePassword() {
  const { admin, isChanged } = useLoaderData<typeof loader>();
  const problems: OwnPasswordProblems = useActionData<typeof action>()?.problems ?? {};
  const named = Object.entries(problems).map(([field, message]) => ({
    field,
    message: `${LABELS[field as keyof typeof LABELS]}: ${message}`,
  }));
  if (isChanged && named.length === 0) {
    return (
      <Page isForm title="Your password is changed">
        <Notice tone="success">
          <p>{accountMessages.ownPasswordChanged}</p>
          <p>
            <LinkButton href="/">Go to the home page</LinkButton>
          </p>
        </Notice>
      </Page>
    );
  }
  return (
    <Page
      isForm
      title="Change your password"
      lead="You will be logged out everywhere else, and we write to you. The private address of your calendar stops working."
    >
      <Card>
        <PostForm action="/change-password" className="stack" ofNoEdition>
          <ErrorSummary problems={named} />
          <PasswordField
            label={LABELS.oldPassword}
            name="oldPassword"
            autoComplete="current-password"
            error={problems.oldPassword}
          />
          <PasswordField
            label={LABELS.newPassword}
            name="newPassword"
            autoComplete="new-password"
            hint={admin ? accountMessages.adminPasswordHint : accountMessages.passwordHint}
            error={problems.newPassword}
          />
          <Button>Change password</Button>
        </PostForm>
      </Card>
    </Page>
  );
}
