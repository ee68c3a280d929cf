import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card } from "~/components/card.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { RefusalPage } from "~/components/refusal-page.tsx";
import { Welcome } from "~/components/welcome.tsx";
import { messages } from "~/domain/messages.ts";
import { findRevertLink, revertEmail } from "~/models/email-addresses.server.ts";
import { readForm, refuse } from "~/session.server.ts";

export const meta: MetaFunction = ({ error }) => [
  { title: `${error ? "Not available" : "Take your account back"} · HPAIR` },
];

/** Changes nothing, because mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const email = await findRevertLink(context, params["token"]!);
  return email === null ? refuse(404, messages.revertLinkInvalid) : { email };
}

export async function action(args: ActionFunctionArgs) {
  await readForm(args);
  const address = await revertEmail(args.context, args.params["token"]!);
  return address === null ? refuse(404, messages.revertLinkInvalid) : redirect(new URL(address).pathname);
}

export default function RevertEmail() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <Welcome
      title="Take your account back"
      lead="Use this if somebody else has changed the e-mail of your account."
    >
      <Card title="Your old e-mail">
        <PostForm className="stack">
          <p>
            The account gets the address <strong>{email}</strong> again. Everybody who is logged in to it is
            logged out, and its password stops working: you choose a new one next.
          </p>
          <Button>Take the account back</Button>
        </PostForm>
      </Card>
    </Welcome>
  );
}

export function ErrorBoundary() {
  return <RefusalPage />;
}
