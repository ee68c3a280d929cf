import { Notice } from "~/ui/notice.tsx";
import { reviewMessages } from "./messages.ts";

/** Says whose review was saved, at the top of the page that follows. Screen readers announce it. */
export const SavedReview = ({ saved }: { saved: string | null }) =>
  saved && (
    <Notice tone="success">
      <p>
        {reviewMessages.saved} <bdi>{saved}</bdi>
      </p>
    </Notice>
  );
