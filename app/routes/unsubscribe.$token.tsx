import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Welcome } from "~/home/welcome.tsx";
import { NewsChoice } from "~/mail/mail-copies.tsx";
import { mailMessages } from "~/mail/messages.ts";
import { findReader, stopOrBegin } from "~/mail/unsubscribing.server.ts";
import { isOneClick } from "~/mail/unsubscribing.ts";
import styles from "~/modules/welcome.css?inline";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { maskedEmail } from "~/values/email-addresses.ts";

export const handle = { styles };

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(matches, error ? "Not available" : "News and reminders") },
];

/** Loading the page changes nothing, because mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const reader = await findReader(context, params["token"]!);
  if (!reader) refuse(404, mailMessages.stopLinkInvalid);
  return { email: maskedEmail(reader.email), isStopped: reader.isStopped };
}

/** Handles a button of the page, and the post of a mail program. A mail program is not redirected (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const token = args.params["token"]!;
  const act = isOneClick(form) ? "stop" : intentIn(form, ["stop", "begin"]);
  const answer = await stopOrBegin(args.context, token, act);
  if ("refused" in answer) refuse(answer.status, answer.refused);
  return isOneClick(form) ? { done: true } : redirect(`/unsubscribe/${token}`);
}

export default function Unsubscribe() {
  const { email, isStopped } = useLoaderData<typeof loader>();
  return (
    <Welcome
      title={isStopped ? "You get no news or reminders" : "News and reminders"}
      lead={mailMessages.always}
    >
      <NewsChoice title={email} isStopped={isStopped} isAlone />
    </Welcome>
  );
}

export function ErrorBoundary() {
  return <FramelessRefusal ways={[{ href: "/", words: "Go to the home page" }]} />;
}
