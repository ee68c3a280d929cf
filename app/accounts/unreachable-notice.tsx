import { Notice } from "~/ui/notice.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";
import type { UnreachableBecause } from "~/values/types.ts";
import { accountMessages } from "./messages.ts";

/** The words for an account that lost its address to the owner of the mailbox, with a link to enter another address. */
export const AddressMissing = () => (
  <>
    {accountMessages.addressTakenAway} <a href="/change-email">Enter another e-mail</a>
  </>
);

/** Tells somebody on their first page that mail does not reach them, and what they can do. */
export function UnreachableNotice({ email, because }: { email: string; because: UnreachableBecause | null }) {
  if (isAddressNone(email)) {
    return (
      <Notice tone="warning">
        <p>
          <AddressMissing />
        </p>
      </Notice>
    );
  }
  return (
    because && (
      <Notice tone="warning">
        <p>
          {accountMessages.unreachable[because](email)} <a href="/change-email">Change your e-mail</a>, or{" "}
          <a href="/verify-email">confirm it again</a> if it works now.{" "}
          <a href="/mails">Here are our mails.</a>
        </p>
      </Notice>
    )
  );
}
