import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findDeviceLink, spendDeviceLink } from "~/accounts/mailed-links.server.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { rememberDevice } from "~/accounts/session.server.ts";
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
  { title: pageTitle(matches, error ? "Not available" : "Log in on this device") },
];

/** Loading the page changes nothing, because mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const email = await findDeviceLink(context, params["token"]!);
  return email === null ? refuse(404, accountMessages.deviceLinkInvalid) : { email };
}

export async function action(args: ActionFunctionArgs) {
  await readForm(args);
  const owner = await spendDeviceLink(args.context, args.params["token"]!);
  if (!owner) refuse(404, accountMessages.deviceLinkInvalid);
  await rememberDevice(args, owner);
  return redirect("/?notice=device");
}

export default function KnownDevice() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <Welcome
      title="Log in on this device"
      lead="Other people's wrong passwords will no longer lock you out here."
    >
      <Card title="Your account">
        <PostForm className="stack" ofNoEdition>
          <p>
            You can log in as <strong>{email}</strong> on this device, with your password. Do this only on a
            device of your own.
          </p>
          <Button>Continue on this device</Button>
        </PostForm>
      </Card>
    </Welcome>
  );
}

export function ErrorBoundary() {
  return <FramelessRefusal ways={[{ href: "/", words: "Log in" }]} />;
}
