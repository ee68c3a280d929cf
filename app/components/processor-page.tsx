import { Button } from "./button.tsx";
import { Card } from "./card.tsx";

/** Where the card processor takes cards, and what is posted there. */
export type ProcessorPage = { action: string; fields: Record<string, string> };

/** The way to the card processor's own page, by a full page load: nothing of it runs on ours. */
export function ContinueAtProcessor({ page }: { page: ProcessorPage }) {
  return (
    <Card title="Your card">
      <p>
        You now type your card on the secure page of our card processor, within 15 minutes. It brings you back
        here.
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
