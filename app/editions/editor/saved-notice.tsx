import { Notice } from "~/ui/notice.tsx";
import type { NextPart } from "./saved.ts";

/** Says that the draft was saved, and links to the next part. */
export const SavedNotice = ({ next }: { next: NextPart }) => (
  <Notice tone="success">
    <p>
      Saved in the draft. Next: <a href={next.href}>{next.title}</a>
    </p>
  </Notice>
);
