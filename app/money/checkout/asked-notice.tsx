import { PAYER_PATHS } from "~/money/prices/passes.ts";
import { Notice } from "~/ui/notice.tsx";
import type { PassType } from "~/values/types.ts";
import { askedMessages } from "./messages.ts";

/** Names the person whom a delegate has asked to pay. Shown wherever the delegate could pay. */
export function AskedNotice({
  passType,
  title,
  email,
}: {
  passType: PassType;
  title: string;
  email: string;
}) {
  return (
    <Notice tone="info">
      <p>
        {askedMessages.asked(email, title)} {askedMessages.mayStillPay}{" "}
        <a href={PAYER_PATHS[passType]}>See the request, or take it back</a>
      </p>
    </Notice>
  );
}
