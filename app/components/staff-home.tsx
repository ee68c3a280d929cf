import type { StaffRole } from "../domain/types.ts";
import { LinkButton } from "./button.tsx";
import { Card } from "./card.tsx";
import { MyReading } from "./hub.tsx";
import { Page } from "./page.tsx";

type Props = { role: StaffRole; reading: { assigned: number; reviewed: number } };

/** Home for somebody on the staff who does not apply: what waits for them, and the way to their pages. */
export function StaffHome({ role, reading }: Props) {
  return (
    <Page title="Welcome back">
      <Card title="Admin hub">
        <p>
          {role === "director"
            ? "What needs doing now, and where the conference stands."
            : "Your applications, and how far you have come with them."}
        </p>
        <p>
          <LinkButton href="/admin">Open the admin hub</LinkButton>
        </p>
      </Card>
      {(role === "reviewer" || reading.assigned > 0) && <MyReading {...reading} />}
    </Page>
  );
}
