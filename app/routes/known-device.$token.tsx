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
import { findDeviceLink, spendDeviceLink } from "~/models/mailed-links.server.ts";
import { readForm, refuse, rememberDevice } from "~/session.server.ts";

export const meta: MetaFunction = ({ error }) => [
  { title: `${error ? "Not available" : "Log in on this device"} · HPAIR` },
];

/** Changes nothing, because mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const email = await findDeviceLink(context, params["token"]!);
  return email === null ? refuse(404, messages.deviceLinkInvalid) : { email };
}

export async function action(args: ActionFunctionArgs) {
  await readForm(args);
  const owner = await spendDeviceLink(args.context, args.params["token"]!);
  if (!owner) refuse(404, messages.deviceLinkInvalid);
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
        <PostForm className="stack">
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
  return <RefusalPage />;
}
