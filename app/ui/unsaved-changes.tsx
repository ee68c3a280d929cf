import type { HTMLAttributes } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "unsaved-changes": HTMLAttributes<HTMLElement> & { "data-unsaved"?: string };
    }
  }
}

/** Inside a long form, makes the browser ask before the user leaves typed text behind. */
export const UnsavedChanges = ({
  unsaved,
}: {
  /** Whether the form is shown again with typed text that is not saved. */ unsaved: boolean;
}) => <unsaved-changes data-unsaved={unsaved ? "" : undefined} />;
