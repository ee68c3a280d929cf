import { UnreachableNotice } from "~/accounts/unreachable-notice.tsx";
import type { ProposalAtHome } from "~/money/invoices/invoicing-changes.ts";
import { ProposalsAtHome } from "~/money/invoices/invoicing-page.tsx";
import { OutgoingsAtHome } from "~/money/outgoings/outgoing-card.tsx";
import type { OutgoingAtHome } from "~/money/outgoings/outgoings.ts";
import { MyReading } from "~/staff/hub.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { type Ability, can } from "~/values/abilities.ts";
import type { UnreachableBecause } from "~/values/types.ts";

type Props = {
  abilities: readonly Ability[];
  reading: { assigned: number; reviewed: number };
  proposals: ProposalAtHome[];
  outgoings: OutgoingAtHome[];
  email: string;
  /** Why no more mail is sent to this member's address; null if mail is still sent to it. */
  unreachable: UnreachableBecause | null;
};

/**
 * The home page of a member of the staff who is not applying: the things that wait for them, and a link to the staff's
 * pages.
 */
export function StaffHome({ abilities, reading, proposals, outgoings, email, unreachable }: Props) {
  const reads = can(abilities, "read") && (!can(abilities, "decide") || reading.assigned > 0);
  const isReaderAlone = abilities.every((ability) => ability === "read");
  return (
    <Page title="Welcome back">
      <UnreachableNotice email={email} because={unreachable} />
      <ProposalsAtHome proposals={proposals} mayLook={can(abilities, "money")} />
      <OutgoingsAtHome outgoings={outgoings} mayLook={can(abilities, "money")} />
      {reads && <MyReading {...reading} />}
      <Card title="Admin hub">
        <p>
          {isReaderAlone
            ? "Your applications, and how far you have come with them."
            : "What needs to be done now, and where the conference stands."}
        </p>
        <p>
          <LinkButton href="/admin" variant={reads ? "secondary" : "primary"}>
            Open the admin hub
          </LinkButton>
        </p>
      </Card>
    </Page>
  );
}
