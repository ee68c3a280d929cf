import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { readAnswer } from "~/applications/application-form.ts";
import { parseCorrectionForm } from "~/applications/exception.form.ts";
import { QuestionField } from "~/applications/question-field.tsx";
import { withReadableTelephones } from "~/applications/telephone.ts";
import { correctAnswer, readCorrectable } from "~/details/corrections.server.ts";
import { correctable } from "~/details/details.ts";
import { detailsMessages } from "~/details/messages.ts";
import styles from "~/modules/application.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextArea } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { versionIn } from "~/values/parse.form.ts";

const say = detailsMessages.correct;

export const meta = titled(say.title);

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "decide");
  const uid = args.params["uid"]!;
  const found = (await readCorrectable(args.context, visit, uid)) ?? refuse(404, messages.notFound);
  const { sections, submittedAt, version, email } = found;
  const questions = correctable(found.questions);
  const answers = withReadableTelephones(questions, found.answers);
  const asked = new URL(args.request.url).searchParams;
  const question = questions.find(({ id }) => id === asked.get("question")) ?? null;
  return {
    ...{ uid, email, version, question },
    isSubmitted: submittedAt !== null,
    isDone: asked.has("done"),
    value: question ? (answers[question.id] ?? "") : "",
    application: question ? null : { sections, questions, answers, documents: [] },
  };
}

type Reply = {
  typed: string;
  problems: Record<string, string>;
  values: { reason: string };
  reason?: string;
  /** The version that the typed form was made from. Absent if an answer was changed after the form was opened. */
  version?: number;
};

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "decide", form);
  const uid = args.params["uid"]!;
  const found = (await readCorrectable(args.context, visit, uid)) ?? refuse(404, messages.notFound);
  const asked = new URL(args.request.url).searchParams.get("question");
  const question =
    correctable(found.questions).find(({ id }) => id === asked) ?? refuse(404, messages.notFound);
  const typed = readAnswer(question, form);
  const values = { reason: String(form.get("reason") ?? "") };
  const version = versionIn(form);
  const parsed = parseCorrectionForm(form);
  if ("problems" in parsed) return data<Reply>({ typed, values, version, problems: parsed.problems }, 400);
  const answer = await correctAnswer(
    args.context,
    visit,
    { uid, questionId: question.id, version, ...parsed.request },
    form,
  );
  if ("corrected" in answer) return redirect(`/admin/delegates/${uid}/correct?done`);
  if ("problem" in answer)
    return data<Reply>(
      { typed, values, version, problems: { [question.id]: answer.problem } },
      answer.status,
    );
  return data<Reply>({ typed, values, problems: {}, reason: answer.refused }, answer.status);
}

export default function CorrectAnswer() {
  const { uid, email, version, question, value, application, isSubmitted, isDone } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <Page
      isForm
      title={say.title}
      lead={email}
      eyebrow={<a href={`/admin/delegates/${uid}?show=everyone`}>Back to the application</a>}
    >
      <ErrorSummary problems={problemsOf(reply)} />
      {isDone && (
        <Notice tone="success">
          <p>{say.done}</p>
        </Notice>
      )}
      {!isSubmitted && (
        <Notice tone="info">
          <p>{say.notSubmitted}</p>
        </Notice>
      )}
      {isSubmitted && <p>{say.what}</p>}
      {application && (
        <AnswersSummary
          application={application}
          typedOnly
          {...(isSubmitted && {
            problems: {},
            changeAt: ({ id }: { id: string }) => `?question=${encodeURIComponent(id)}`,
          })}
        />
      )}
      {question && (isSubmitted || reply) && (
        <PostForm className="stack">
          <input type="hidden" name="version" value={reply?.version ?? version} />
          <QuestionField
            question={{ ...question, dependsOn: null }}
            value={reply?.typed ?? value}
            error={reply?.problems[question.id]}
            isAsked
          />
          <TextArea
            label="Reason"
            name="reason"
            hint={say.reasonHint}
            rows={2}
            defaultValue={reply?.values.reason}
            error={reply?.problems["reason"]}
          />
          <div className="actions">
            <Button>Correct the answer and write to the delegate</Button>
            <LinkButton href="?" variant="secondary">
              Choose another answer
            </LinkButton>
          </div>
        </PostForm>
      )}
    </Page>
  );
}
