import { MyReading } from "~/staff/hub.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import type { StaffRole } from "~/values/types.ts";

type Props = { role: StaffRole; reading: { assigned: number; reviewed: number } };

/**
 * The home page of a member of the staff who is not applying: what is waiting for them, and a link to their
 * pages.
 */
export function StaffHome({ role, reading }: Props) {
  return (
    <Page title="Welcome back">
      <Card title="Admin hub">
        <p>
          {role === "director"
            ? "What needs to be done now, and where the conference stands."
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
