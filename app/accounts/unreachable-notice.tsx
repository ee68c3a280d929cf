import { Notice } from "~/ui/notice.tsx";
import type { UnreachableBecause } from "~/values/types.ts";
import { accountMessages } from "./messages.ts";

/** Tells somebody on their first page that mail does not reach them, and what they can do. */
export function UnreachableNotice({ email, because }: { email: string; because: UnreachableBecause | null }) {
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
