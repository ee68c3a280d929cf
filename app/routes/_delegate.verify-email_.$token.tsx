import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card } from "~/components/card.tsx";
import { Notice } from "~/components/notice.tsx";
import { Page } from "~/components/page.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { messages } from "~/domain/messages.ts";
import { isVerifyLink, verifyEmail } from "~/models/email-addresses.server.ts";
import { readForm, requireViewer } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Confirm your e-mail · HPAIR" }];

/** Changes nothing: programs that look through mail for harm open every link in it. */
export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireViewer(args);
  if (viewer.emailVerifiedAt !== null) throw redirect("/verify-email");
  const works = await isVerifyLink(args.context, viewer, args.params["token"]!);
  return data({ email: viewer.email, works }, works ? 200 : 404);
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { viewer } = await requireViewer(args, await readForm(args));
  return (await verifyEmail(context, viewer, params["token"]!)) ? redirect("/verify-email") : data(null, 404);
}

export default function ConfirmEmail() {
  const { email, works } = useLoaderData<typeof loader>();
  return (
    <Page title="Confirm your e-mail" lead={email}>
      {works ? (
        <PostForm className="stack">
          <p>You log in with this address, and we write there about decisions and payments.</p>
          <Button>Confirm this address</Button>
        </PostForm>
      ) : (
        <>
          <Notice tone="info">
            <p>{messages.confirmLinkInvalid}</p>
          </Notice>
          <Card title="Another link">
            <PostForm action="/verify-email" className="stack">
              <p>We send it to {email}.</p>
              <Button>Send a new link</Button>
            </PostForm>
          </Card>
        </>
      )}
    </Page>
  );
}
