import { lineTitle } from "~/money/payments/bill-lines.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { SelectField } from "~/ui/field.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { Exchangeable } from "./exchanges.ts";

/** The reply to a refused exchange, with the variant that was wanted. */
export type ExchangeReply = { item: string; variant: string; reason: string };

/** A form for each add-on that can be exchanged for another variant of it. */
export function ExchangeForms({
  things,
  reply,
  isTheTask = false,
}: {
  things: Exchangeable[];
  reply?: ExchangeReply;
  /** Whether exchanging is the purpose of the page. */
  isTheTask?: boolean;
}) {
  const isGone = reply && !things.some(({ item }) => item === reply.item);
  return (
    <>
      {isGone && <p role="alert">{reply.reason}</p>}
      {things.map(({ item, title, variant, variants }) => {
        const refused = reply?.item === item ? reply : undefined;
        return (
          <Card key={item} title={lineTitle({ title, variant })}>
            <PostForm className="stack">
              <ErrorSummary problems={refused ? [{ message: refused.reason }] : []} />
              <input type="hidden" name="item" value={item} />
              <input type="hidden" name="seen" value={variant ?? ""} />
              <SelectField
                label="New size or kind"
                name={`variant-${item}`}
                hint="It costs nothing."
                defaultValue={refused?.variant}
                options={variants.filter((one) => one !== variant).map((one) => ({ value: one, label: one }))}
              />
              <ActCode />
              <p className="actions">
                <Button
                  variant={isTheTask && things.length === 1 ? "primary" : "secondary"}
                  name="intent"
                  value="exchange"
                  aria-label={`Exchange ${title}`}
                >
                  Exchange
                </Button>
              </p>
            </PostForm>
          </Card>
        );
      })}
    </>
  );
}
