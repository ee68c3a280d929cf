import { FoldedAddOns } from "~/money/checkout/add-on-list.tsx";
import { paymentMessages } from "~/money/payments/messages.ts";
import { type RegistrationStage, stageRefusal } from "~/money/payments/registration.ts";
import { addOnsFor } from "~/money/prices/add-ons.ts";
import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { Catalogue } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { takingMessages } from "./messages.ts";
import type { CashReply } from "./replies.ts";
import { ConfirmRecord, ReceivedMoneyFields, takingProblems } from "./taking-forms.tsx";

export type DeskProps = {
  uid: string;
  name: string;
  email: string;
  catalogue: Catalogue;
  passes: { id: PassType; title: string; stage: RegistrationStage; price: string | null }[];
  passType: PassType | null;
  heldPass: PassType | null;
  /** The title of the other pass, if the delegate holds it and its price is not credited to this one. */
  heldTitle: string | null;
  /** YYYY-MM-DD. */
  today: string;
  /** The id of the taking that the form makes, so that a form that is sent twice makes one sale. */
  entry: string;
  reply?: CashReply;
};

/** Sells a pass for cash or a bank transfer that has come in, without a request for an invoice. */
export function DeskPage(props: DeskProps) {
  const { uid, name, email, passes, reply } = props;
  const passType = reply?.passType ?? props.passType;
  const pass = passes.find(({ id }) => id === passType);
  return (
    <Page isForm title="Record cash" lead={<bdi>{name === email ? email : `${name}, ${email}`}</bdi>}>
      {reply?.checked && pass ? (
        <ConfirmRecord
          hidden={{
            ...{ passType: pass.id, means: reply.values.means, reference: reply.values.reference },
            ...{ receivedOn: reply.values.receivedOn, entry: reply.entry },
            ...reply.intended,
            ...(reply.heldPass && { heldPass: reply.heldPass }),
            ...Object.fromEntries(
              Object.entries(reply.selection).map(([id, choice]) => [`addOns.${id}`, String(choice)]),
            ),
          }}
          checked={reply.checked}
        />
      ) : (
        <>
          <p className="cluster">
            {passes
              .filter(({ id }) => id !== passType)
              .map(({ id, title }) => (
                <a key={id} href={`/admin/payments/person/${uid}/desk?pass=${id}`}>
                  {title} instead
                </a>
              ))}
          </p>
          {pass && <Sale {...props} pass={pass} />}
        </>
      )}
      <p>
        <a href={`/admin/payments/person/${uid}`}>Everything of this person</a>
      </p>
    </Page>
  );
}

function Sale({
  catalogue,
  pass,
  heldPass,
  heldTitle,
  today,
  entry,
  reply,
}: DeskProps & { pass: DeskProps["passes"][number] }) {
  const { id, title, stage, price } = pass;
  if (stage.stage !== "pay") {
    return (
      <Notice tone="info" title={title}>
        {reply?.reason && <p>{reply.reason}</p>}
        <p>{takingMessages.cannotPay(stageRefusal(stage))}</p>
      </Notice>
    );
  }
  const offered = addOnsFor(catalogue, id);
  return (
    <Card title={title}>
      {price && (
        <p>
          <strong>{price}</strong> {takingMessages.deskPrice}
        </p>
      )}
      <p className="hint">{takingMessages.desk}</p>
      <PostForm className="stack">
        <EnterButton name="intent" value="check" />
        <ErrorSummary problems={takingProblems(reply)} />
        <input type="hidden" name="passType" value={id} />
        <input type="hidden" name="entry" value={reply?.entry ?? entry} />
        {heldPass && <input type="hidden" name="heldPass" value={heldPass} />}
        {heldTitle && (
          <Notice tone="warning">
            <p>{paymentMessages.notCreditedYet(heldTitle, title)}</p>
          </Notice>
        )}
        <FoldedAddOns addOns={offered} left={catalogue.left} selection={reply?.selection ?? {}} />
        <ReceivedMoneyFields reply={reply} today={today} />
        <Button name="intent" value="check">
          Continue
        </Button>
      </PostForm>
    </Card>
  );
}
