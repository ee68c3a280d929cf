import type { HTMLAttributes } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "unsaved-changes": HTMLAttributes<HTMLElement> & { "data-unsaved"?: string };
    }
  }
}

/** Goes inside a long form, and makes the browser ask before the user leaves the page with unsaved text. */
export const UnsavedChanges = ({
  unsaved,
}: {
  /** Whether the form is shown again with typed text that has not been saved. */ unsaved: boolean;
}) => <unsaved-changes data-unsaved={unsaved ? "" : undefined} />;
