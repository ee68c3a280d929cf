import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { roleNoun } from "~/access/abilities.ts";
import { newPasswordIn } from "~/accounts/account.form.ts";
import { NewPasswordForm } from "~/accounts/account-forms.tsx";
import { accountMessages } from "~/accounts/messages.ts";
import { requireViewer, signIn } from "~/accounts/session.server.ts";
import { accountOf } from "~/accounts/users.server.ts";
import { Welcome } from "~/home/welcome.tsx";
import styles from "~/modules/welcome.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { FramelessRefusal, UseAnotherAccount } from "~/site/refusal-page.tsx";
import { acceptInvitation, findInvitation, notInvited } from "~/staff/invitations.server.ts";
import { staffMessages } from "~/staff/messages.ts";
import { Card } from "~/ui/card.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { maskedEmail } from "~/values/email-addresses.ts";

export const handle = { styles };

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(matches, error ? "Not available" : "Join the staff") },
];

/** Loading the page changes nothing, because mail scanners open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await findInvitation(args.context, args.params["token"]!);
  const sentence = found ? staffMessages.invitationFor(maskedEmail(found.email)) : undefined;
  const { viewer } = await requireViewer(args, undefined, sentence);
  if (!found) refuse(404, staffMessages.invitationInvalid);
  if (viewer.admin) refuse(409, staffMessages.already);
  const other = notInvited(found, viewer);
  if (other) refuse(403, other);
  return { email: viewer.email, noun: roleNoun(found.abilities) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const { viewer } = await requireViewer(args, form);
  const chosen = newPasswordIn(form, true);
  if ("refused" in chosen) return data({ problem: chosen.refused }, chosen.status);
  const answer = await acceptInvitation(args.context, viewer, args.params["token"]!, chosen.password);
  if ("refused" in answer && answer.status === 503) return data({ problem: answer.refused }, 503);
  if ("refused" in answer) refuse(answer.status, answer.refused);
  // If the account has a second factor, its code has already been typed in the session that ends here.
  await signIn(args, { ...accountOf(viewer), admin: true }, viewer);
  return redirect("/admin");
}

export default function JoinStaff() {
  const { email, noun } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <Welcome
      title="Join the staff"
      lead={`You are invited to be ${noun}. Your account ${email} will join the staff.`}
    >
      <Card title="Choose a new password">
        <p className="hint">{staffMessages.whyNewPassword}</p>
        <NewPasswordForm hint={accountMessages.adminPasswordHint} button="Join the staff" problem={problem} />
      </Card>
    </Welcome>
  );
}

/** Lets a visitor who is logged in with another account log out. They can then log in with the invited account. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isOthers = isRouteErrorResponse(error) && error.status === 403;
  if (!isOthers) return <FramelessRefusal />;
  return (
    <FramelessRefusal>
      <UseAnotherAccount />
    </FramelessRefusal>
  );
}
