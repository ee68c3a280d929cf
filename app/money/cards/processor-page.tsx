import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { HiddenFields } from "~/ui/post-form.tsx";
import { quantity } from "~/values/words.ts";
import { PROCESSOR_PAGE_MINUTES, type ProcessorPage } from "./card-reply.ts";

/**
 * Sends the browser to the card processor's own page by a full page load, so that none of the processor's code runs on
 * ours.
 */
export function ContinueAtProcessor({ page }: { page: ProcessorPage }) {
  return (
    <Card title="Your card">
      <p>
        You now type your card on the secure page of our card processor, within{" "}
        {quantity(PROCESSOR_PAGE_MINUTES, "minute")}. It brings you back here.
      </p>
      <form method="post" action={page.action}>
        <HiddenFields fields={page.fields} />
        <Button>Continue to the card page</Button>
      </form>
    </Card>
  );
}
