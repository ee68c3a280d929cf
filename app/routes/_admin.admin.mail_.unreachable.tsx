import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { useEditionName } from "~/access/staff-link.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { readTroubles, sendAgain } from "~/staff/unreachable.server.ts";
import { sortedTroubles } from "~/staff/unreachable.ts";
import { Missed, Unreachable } from "~/staff/unreachable.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Mail that came back");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const troubles = await readTroubles(args.context, visit);
  return sortedTroubles(troubles.map((trouble) => ({ ...trouble, at: visit.shown(trouble.at) })));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const answer = await sendAgain(args.context, visit, String(form.get("uid") ?? ""));
  return "sent" in answer ? redirect("/admin/mail/unreachable") : data({ problem: answer.refused }, 409);
}

export default function MailThatCameBack() {
  const { unreachable, missed } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <Page
      title="Mail that came back"
      eyebrow={useEditionName()}
      lead="Nothing more is sent to these addresses, except links that their owners ask for. They read so when they log in. Reach them in another way."
    >
      <Missed people={missed} problem={problem} />
      <Unreachable people={unreachable} />
    </Page>
  );
}
