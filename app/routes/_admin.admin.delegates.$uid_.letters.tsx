import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { StaffLink } from "~/access/staff-link.tsx";
import { reasonField, WITHOUT } from "~/letters/letters.ts";
import { letterMessages } from "~/letters/messages.ts";
import { actOnLetters, type StaffLettersReply, staffLetters } from "~/letters/staff-letters.server.ts";
import { StaffLetters } from "~/letters/staff-letters.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

const say = letterMessages.staff;

export const meta = titled(say.title);

const DONE = { given: say.given, there: say.there, replaced: say.replaced, withdrawn: say.withdrawn };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const found = await staffLetters(args.context, visit, args.params["uid"]!);
  const asked = new URL(args.request.url).searchParams;
  const { hasAddress, ...shown } = found ?? refuse(404, messages.notFound);
  const done = asked.get("done");
  const saysSo = asked.get(WITHOUT.name) === WITHOUT.value;
  return {
    ...shown,
    addressed: hasAddress ? ("with" as const) : saysSo ? ("without" as const) : ("ask" as const),
    conferenceId: visit.settings.conferenceId,
    done: Object.entries(DONE).find(([name]) => name === done)?.[1] ?? null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "decide", "letter", form);
  const uid = args.params["uid"]!;
  const answer = await actOnLetters(args.context, visit, uid, form);
  if ("done" in answer) return redirect(`/admin/delegates/${uid}/letters?done=${answer.done}`);
  const { status, ...reply } = answer;
  return data<StaffLettersReply>(reply, status);
}

export default function LettersToOne() {
  const { uid, email, missing, done, conferenceId, issued, possible, addressed } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as StaffLettersReply | undefined;
  return (
    <Page
      title={say.title}
      lead={email}
      eyebrow={<a href={`/admin/delegates/${uid}?show=everyone`}>Back to the application</a>}
    >
      <ErrorSummary
        problems={labelled(problemsOf(reply), { [reasonField(reply?.letter ?? "")]: "Reason" })}
      />
      {done && !reply && (
        <Notice tone="success">
          <p>{done}</p>
        </Notice>
      )}
      <p>{say.lead}</p>
      {missing && (
        <Notice tone="warning">
          <p>
            {missing} <StaffLink href={`/admin/editions/${conferenceId}/site`}>{say.editThem}</StaffLink>
          </p>
        </Notice>
      )}
      <StaffLetters issued={issued} possible={possible} addressed={addressed} reply={reply} />
    </Page>
  );
}
