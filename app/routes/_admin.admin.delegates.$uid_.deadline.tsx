import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseOwnDeadlineForm, parseTakeBackForm } from "~/applications/exception.form.ts";
import { applicationMessages } from "~/applications/messages.ts";
import {
  giveOwnDeadline,
  type OwnDeadlineAnswer,
  readOwnDeadline,
  takeOwnDeadlineBack,
} from "~/applications/own-deadline.server.ts";
import { deadlineInForce, lastToClose, ownRounds } from "~/conference/rounds.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { SelectField, TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { typedIn } from "~/values/parse.form.ts";
import { inZone, wallTime, zoneInWords } from "~/values/times.ts";

export const meta = titled("A later deadline for one person");

const FIELDS = ["deadline", "round", "reason", "backReason"] as const;

const LABELS = {
  deadline: "May submit until",
  round: "Counts in the round",
  reason: "Reason",
  backReason: "Reason",
};

type Reply = {
  isBack: boolean;
  values: Partial<Record<string, string>>;
  problems: Record<string, string>;
  reason?: string;
};

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const uid = args.params["uid"]!;
  const { email, application, rounds, zone } =
    (await readOwnDeadline(args.context, visit, uid)) ?? refuse(404, messages.notFound);
  const { submittedAt = null, reopenedFrom = null, lateRound = null } = application ?? {};
  const last = lastToClose(rounds);
  const ownDeadline = application
    ? deadlineInForce(ownRounds(rounds, application), application.ownDeadline)
    : null;
  return {
    ...{ uid, email, isBegun: application !== undefined, ownDeadline },
    /** Whether the person has a deadline of their own, even if the deadline for everybody is later by now. */
    hasOwn: (application?.ownDeadline ?? null) !== null,
    isOpen: submittedAt === null && reopenedFrom === null,
    isCurrent: visit.settings.conferenceId === visit.settings.currentEdition,
    isDone: new URL(args.request.url).searchParams.has("done"),
    rounds: rounds.map(({ id, title }) => ({ value: id, label: title })),
    lastDeadline: last ? inZone(last.deadline, zone) : null,
    zone: zoneInWords(zone),
    values: {
      deadline: ownDeadline === null ? "" : wallTime(ownDeadline, zone),
      round: lateRound ?? last?.id ?? "",
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const { context } = args;
  const uid = args.params["uid"]!;
  const found = (await readOwnDeadline(context, visit, uid)) ?? refuse(404, messages.notFound);
  const isBack = intentIn(form, ["give", "take-back"]) === "take-back";
  const values = typedIn(form, FIELDS);
  let answer: OwnDeadlineAnswer;
  if (isBack) {
    const parsed = parseTakeBackForm(form);
    if ("problems" in parsed) return data<Reply>({ isBack, values, problems: parsed.problems }, 400);
    answer = await takeOwnDeadlineBack(context, visit, { uid, ...parsed.request });
  } else {
    const parsed = parseOwnDeadlineForm(form, found.zone);
    if ("problems" in parsed) return data<Reply>({ isBack, values, problems: parsed.problems }, 400);
    answer = await giveOwnDeadline(context, visit, { uid, ...parsed.request });
  }
  if ("done" in answer) return redirect(`/admin/delegates/${uid}/deadline?done`);
  const { status, ...reply } = answer;
  return "problems" in reply
    ? data<Reply>({ isBack, values, problems: reply.problems }, status)
    : data<Reply>({ isBack, values, problems: {}, reason: reply.refused }, status);
}

export default function OwnDeadline() {
  const { uid, email, isBegun, isOpen, isCurrent, isDone, ownDeadline, hasOwn, ...page } =
    useLoaderData<typeof loader>();
  const { rounds, lastDeadline, zone, values } = page;
  const reply = useActionData<typeof action>() as Reply | undefined;
  const field = fieldsOf<(typeof FIELDS)[number]>(reply?.values ?? values, reply?.problems ?? {});
  const say = applicationMessages.ownDeadline;
  return (
    <Page
      isForm
      title="A later deadline for one person"
      lead={email}
      eyebrow={
        <a href={isBegun ? `/admin/delegates/${uid}?show=everyone` : `/admin/accounts/${uid}`}>Back</a>
      }
    >
      <ErrorSummary problems={labelled(problemsOf(reply), LABELS)} />
      {isDone && !reply && (
        <Notice tone="success">
          <p>{ownDeadline === null ? say.takenBack : say.given}</p>
        </Notice>
      )}
      {(!isOpen || (!isCurrent && !reply)) && (
        <Notice tone="info">
          <p>{isOpen ? say.notCurrent : say.notNeeded}</p>
        </Notice>
      )}
      {ownDeadline !== null && (
        <p>
          This person may submit until <Moment at={ownDeadline} />.
        </p>
      )}
      {((isOpen && isCurrent) || (reply && !reply.isBack)) && (
        <PostForm className="stack">
          <p>{say.what}</p>
          <TextField
            {...field("deadline")}
            label={LABELS.deadline}
            hint={[lastDeadline && say.after(lastDeadline), `The time is in ${zone}.`]
              .filter(Boolean)
              .join(" ")}
            type="datetime-local"
            className="medium"
          />
          <SelectField {...field("round")} label={LABELS.round} hint={say.roundHint} options={rounds} />
          <TextArea
            {...field("reason")}
            label={LABELS.reason}
            hint="For example: ill in the last week. Only staff see it, in the audit log."
            rows={2}
          />
          <div>
            <Button name="intent" value="give">
              Set the deadline and write to them
            </Button>
          </div>
        </PostForm>
      )}
      {hasOwn && isOpen && (
        <Card title="Take it back">
          <PostForm className="stack">
            <p>{say.whatTakingBackDoes}</p>
            <TextArea {...field("backReason")} label={LABELS.backReason} rows={2} />
            <div>
              <Button name="intent" value="take-back" variant="secondary">
                Take the deadline back
              </Button>
            </div>
          </PostForm>
        </Card>
      )}
    </Page>
  );
}
