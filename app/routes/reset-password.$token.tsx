import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card } from "~/components/card.tsx";
import { ErrorSummary } from "~/components/error-summary.tsx";
import { TextField } from "~/components/field.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { Welcome } from "~/components/welcome.tsx";
import { messages } from "~/domain/messages.ts";
import { passwordProblem } from "~/domain/passwords.ts";
import { findResetLink, resetPassword } from "~/models/users.server.ts";
import { readForm, refuse, rememberDevice, requireViewer } from "~/session.server.ts";

export const meta: MetaFunction = ({ error }) => [
  { title: `${error ? "Not available" : "Choose a new password"} · HPAIR` },
];

export async function loader(args: LoaderFunctionArgs) {
  return { admin: (await requireOwner(args)).admin };
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const token = params["token"]!;
  const password = String((await readForm(args)).get("password") ?? "");
  const problem = passwordProblem(password, (await requireOwner(args)).admin);
  if (problem) return data({ problem }, 400);
  const answer = await resetPassword(context, token, password);
  if ("refused" in answer) {
    if (answer.status === 503) return data({ problem: answer.refused }, 503);
    refuse(answer.status, answer.refused);
  }
  await rememberDevice(args, answer);
  return redirect("/?notice=changed");
}

/**
 * The account behind the link, or a thrown page. The link made by changeEmail works only for somebody signed
 * in to that account.
 */
async function requireOwner(args: LoaderFunctionArgs) {
  const owner = await findResetLink(args.context, args.params["token"]!);
  const viewer = owner?.ownOnly ? (await requireViewer(args)).viewer : null;
  if (!owner || (viewer && viewer.uid !== owner.uid)) refuse(404, messages.resetLinkInvalid);
  return owner;
}

export default function ResetPassword() {
  const { admin } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <Welcome
      title="Choose a new password"
      lead="You will be logged out everywhere and can then log in with it."
    >
      <Card title="New password">
        <PostForm className="stack">
          <ErrorSummary problems={problem ? [{ field: "password", message: problem }] : []} />
          <TextField
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={admin ? messages.adminPasswordHint : messages.passwordHint}
            error={problem}
          />
          <Button>Save password</Button>
        </PostForm>
      </Card>
    </Welcome>
  );
}

export function ErrorBoundary() {
  return <RefusalPage />;
}
