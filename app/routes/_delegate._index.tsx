import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AccountFormName } from "~/components/account-forms.tsx";
import { DelegateHome } from "~/components/delegate-home.tsx";
import { VisitorHome } from "~/components/visitor-home.tsx";
import { conferenceName } from "~/domain/conferences.ts";
import { daysInWords } from "~/domain/days.ts";
import { messages } from "~/domain/messages.ts";
import { safePath } from "~/domain/paths.ts";
import { roundOn } from "~/domain/rounds.ts";
import { EASTERN, inZone } from "~/domain/times.ts";
import { parseAccountForm } from "~/forms/account.ts";
import { readConference } from "~/models/conferences.server.ts";
import { readStanding } from "~/models/standing.server.ts";
import { sendResetLink } from "~/models/users.server.ts";
import { authenticate, openVisit, readForm, refuse, resumable, signIn } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "HPAIR registration" }];

const NOTICES = new Map([
  ["sent", messages.resetMailSent],
  ["changed", messages.passwordChanged],
]);

const formNamed = (name: unknown): AccountFormName =>
  name === "create" || name === "forgot" ? name : "sign-in";

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { viewer, settings, now } = await openVisit(args);
  if (viewer) {
    const standing = await readStanding(context, settings.conferenceId, viewer.uid, now);
    const round = roundOn(standing.catalogue.rounds, now);
    return {
      standing,
      conference: conferenceName(standing.conference),
      closesAt: round && inZone(round.deadline, EASTERN),
      emailConfirmed: viewer.emailVerifiedAt !== null,
    };
  }
  const { conference, edition } = await readConference(context.db, settings.conferenceId);
  const asked = new URL(request.url).searchParams;
  return {
    visitor: {
      form: formNamed(asked.get("form")),
      notice: NOTICES.get(asked.get("notice") ?? ""),
      redirectTo: safePath(asked.get("redirectTo"), "/"),
      conference: conference ? conferenceName(conference) : "Conference registration",
      facts: [
        ...(conference?.title ? [{ term: "Theme", value: conference.title }] : []),
        ...(edition
          ? [
              {
                term: "In person",
                value: `${edition.venue}, ${daysInWords(edition.firstDay, edition.lastDay)}`,
              },
            ]
          : []),
      ],
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = await readForm(args);
  const redirectTo = safePath(form.get("redirectTo"), "/");
  const resume = form.has("resume") ? resumable(form) : [];
  const reply = {
    form: formNamed(form.get("account")),
    email: String(form.get("email") ?? ""),
  };
  const parsed = parseAccountForm(form);
  if ("problems" in parsed) {
    if (parsed.problems["account"]) refuse(400, messages.badRequest);
    return data({ redirectTo, resume, reply: { ...reply, problems: parsed.problems } }, 400);
  }
  if (parsed.request.account === "forgot") {
    const wait = await sendResetLink(context, parsed.request.email);
    if (wait === 0) return redirect("/?notice=sent");
    return data({ redirectTo, resume, reply: { ...reply, reason: messages.tooManyAttempts(wait) } }, 429);
  }
  const answer = await authenticate(args, parsed.request.account);
  if ("refused" in answer) {
    return data({ redirectTo, resume, reply: { ...reply, reason: answer.refused } }, answer.status);
  }
  await signIn(args, answer.account);
  // 307 makes the browser post the interrupted form again, to where it was meant for.
  return redirect(redirectTo, form.has("resume") ? 307 : 302);
}

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  if (loaded.standing) return <DelegateHome {...loaded} standing={loaded.standing} />;
  return <VisitorHome {...loaded.visitor} {...answered} form={answered?.reply.form ?? loaded.visitor.form} />;
}
