import type { HTMLAttributes } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "unsaved-changes": HTMLAttributes<HTMLElement> & { "data-unsaved"?: string };
    }
  }
}

/** Inside a long form: the browser asks before what is typed there is left behind. */
export const UnsavedChanges = ({
  unsaved,
}: {
  /** It is shown again with what was typed. */ unsaved: boolean;
}) => <unsaved-changes data-unsaved={unsaved ? "" : undefined} />;
