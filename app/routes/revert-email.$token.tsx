import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { accountMessages } from "~/accounts/messages.ts";
import { findRevertLink, revertEmail } from "~/accounts/own-address.server.ts";
import { Welcome } from "~/home/welcome.tsx";
import styles from "~/modules/welcome.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle } from "~/ui/site.tsx";

export const handle = { styles };

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(matches, error ? "Not available" : "Take your account back") },
];

/** Loading the page changes nothing, because mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const email = await findRevertLink(context, params["token"]!);
  return email === null ? refuse(404, accountMessages.revertLinkInvalid) : { email };
}

export async function action(args: ActionFunctionArgs) {
  await readForm(args);
  const address = await revertEmail(args.context, args.params["token"]!);
  return address === null
    ? refuse(404, accountMessages.revertLinkInvalid)
    : redirect(new URL(address).pathname);
}

export default function RevertEmail() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <Welcome
      title="Take your account back"
      lead="Use this if somebody else has changed the e-mail of your account."
    >
      <Card title="Your old e-mail">
        <PostForm className="stack" ofNoEdition>
          <p>
            The account gets the address <strong>{email}</strong> again. Everybody who is logged in is logged
            out. The old password and the private address of the calendar stop working. You choose a new
            password next.
          </p>
          <Button>Take the account back</Button>
        </PostForm>
      </Card>
    </Welcome>
  );
}

export function ErrorBoundary() {
  return <FramelessRefusal ways={[{ href: "/help", words: "How to reach us" }]} />;
}
