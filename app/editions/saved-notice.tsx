import { Notice } from "~/ui/notice.tsx";

export const SavedNotice = () => (
  <Notice tone="success">
    <p>Saved in the draft.</p>
  </Notice>
);
