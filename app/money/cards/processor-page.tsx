import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { counted } from "~/values/words.ts";
import { PROCESSOR_PAGE_MINUTES, type ProcessorPage } from "./card-reply.ts";

/** Leads to the card processor's own page by a full page load, so that none of the processor's code runs on ours. */
export function ContinueAtProcessor({ page }: { page: ProcessorPage }) {
  return (
    <Card title="Your card">
      <p>
        You now type your card on the secure page of our card processor, within{" "}
        {counted(PROCESSOR_PAGE_MINUTES, "minute")}. It brings you back here.
      </p>
      <form method="post" action={page.action}>
        {Object.entries(page.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>Continue to the card page</Button>
      </form>
    </Card>
  );
}
