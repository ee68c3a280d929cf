import { Notice } from "~/ui/notice.tsx";
import { reviewMessages } from "./messages.ts";

/**
 * Says for which application a review was just saved, at the top of the next page. Screen readers announce the message.
 */
export const SavedReview = ({ saved }: { saved: string | null }) =>
  saved && (
    <Notice tone="success">
      <p>
        {reviewMessages.saved} <bdi>{saved}</bdi>
      </p>
    </Notice>
  );
