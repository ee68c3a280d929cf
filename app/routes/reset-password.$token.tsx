import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newPasswordIn } from "~/accounts/account.form.ts";
import { NewPasswordForm } from "~/accounts/account-forms.tsx";
import { accountMessages } from "~/accounts/messages.ts";
import { rememberDevice, requireViewer } from "~/accounts/session.server.ts";
import { findResetLink, resetPassword } from "~/accounts/users.server.ts";
import { Welcome } from "~/home/welcome.tsx";
import styles from "~/modules/welcome.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { Card } from "~/ui/card.tsx";
import { pageTitle } from "~/ui/site.tsx";

export const handle = { styles };

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(matches, error ? "Not available" : "Choose a new password") },
];

export async function loader(args: LoaderFunctionArgs) {
  return { admin: (await requireOwner(args)).admin };
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const token = params["token"]!;
  const chosen = newPasswordIn(await readForm(args), (await requireOwner(args)).admin);
  if ("refused" in chosen) return data({ problem: chosen.refused }, chosen.status);
  const answer = await resetPassword(context, token, chosen.password);
  if ("refused" in answer) {
    if (answer.status === 503) return data({ problem: answer.refused }, 503);
    refuse(answer.status, answer.refused);
  }
  await rememberDevice(args, answer);
  return redirect("/?notice=changed");
}

/**
 * The account to which the link belongs. If there is none, throws a refusal page. A link made by changeEmail works only
 * for a visitor who is signed in to that account.
 */
async function requireOwner(args: LoaderFunctionArgs) {
  const owner = await findResetLink(args.context, args.params["token"]!);
  const viewer = owner?.ownOnly ? (await requireViewer(args)).viewer : null;
  if (!owner || (viewer && viewer.uid !== owner.uid)) refuse(404, accountMessages.resetLinkInvalid);
  return owner;
}

export default function ResetPassword() {
  const { admin } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <Welcome
      title="Choose a new password"
      lead="You will be logged out everywhere and can then log in with it. The private address of your calendar stops working."
    >
      <Card title="New password">
        <NewPasswordForm
          hint={admin ? accountMessages.adminPasswordHint : accountMessages.passwordHint}
          button="Save password"
          problem={problem}
        />
      </Card>
    </Welcome>
  );
}

export function ErrorBoundary() {
  return <FramelessRefusal ways={[{ href: "/?form=forgot", words: "Ask for a new link" }]} />;
}
