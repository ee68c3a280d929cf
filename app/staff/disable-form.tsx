import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextArea } from "~/ui/field.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { staffMessages } from "./messages.ts";

type Props = {
  disabled: boolean;
  /** Whether the person has paid for HPAIR+, or has a payment for it that may still succeed. */
  subscribes: boolean;
  reply: { typed: string; problem: string | undefined; refused: string | null } | undefined;
};

/** The form that disables an account with a reason, or enables it again. It states the consequences first. */
export function DisableForm({ disabled, subscribes, reply }: Props) {
  const texts = staffMessages.account;
  return (
    <Card title={disabled ? "Enable this account" : "Disable this account"}>
      <p>{disabled ? texts.enabling : texts.disabling}</p>
      {subscribes && <p>{disabled ? texts.enablingSubscriber : texts.disablingSubscriber}</p>}
      <PostForm className="stack">
        <ErrorSummary
          problems={[
            ...(reply?.refused ? [{ message: reply.refused }] : []),
            ...(reply?.problem ? [{ field: "reason", message: reply.problem }] : []),
          ]}
        />
        <TextArea
          label="Reason"
          name="reason"
          rows={2}
          hint="Kept in the audit log. The owner does not see it."
          defaultValue={reply?.typed}
          error={reply?.problem}
        />
        <ActCode />
        <div className="actions">
          <Button
            name="intent"
            value={disabled ? "enable" : "disable"}
            variant={disabled ? "primary" : "danger"}
          >
            {disabled ? "Enable" : "Disable"}
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}
