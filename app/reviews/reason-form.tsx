import { Button } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextArea } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { PostForm } from "~/ui/post-form.tsx";
import type { DeskReply } from "./reply.ts";

/** A form for an act that is rarely done and needs a reason. The form is collapsed until the viewer opens it. */
export function ReasonForm({
  name,
  title,
  children,
  hint,
  button,
  reply,
}: {
  name: "conflict" | "reopen";
  title: string;
  children: string;
  hint?: string;
  button: string;
  reply?: DeskReply;
}) {
  const problem = reply?.problems[name];
  return (
    <details className="more" open={reply !== undefined}>
      <summary>{title}</summary>
      <PostForm className="stack">
        <ErrorSummary problems={problemsOf(reply, [name])} />
        <p>{children}</p>
        <TextArea
          label="Reason"
          name={name}
          rows={2}
          hint={hint}
          defaultValue={reply?.values[name]}
          error={problem}
        />
        <div>
          <Button name="intent" value={name} variant="secondary">
            {button}
          </Button>
        </div>
      </PostForm>
    </details>
  );
}
