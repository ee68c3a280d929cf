import type { HTMLAttributes } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "review-keys": HTMLAttributes<HTMLElement>;
    }
  }
}

const KEYS: [keys: string[], does: string][] = [
  [["j", "k"], "Next and previous application of the list"],
  [["n"], "Next one that you have not reviewed"],
  [["1", "2", "3", "4", "5"], "Score the criterion that has the focus, or the first without a score"],
  [["s", "Ctrl + Enter"], "Save the review and go to the next one"],
  [["c"], "Write a comment"],
  [["d"], "Open the documents, one after the other"],
  [["?"], "Show these keys"],
];

/** The keys of the desk: with JavaScript they work, and "?" shows this list in a dialog with a switch. */
export function ReviewKeys() {
  return (
    <review-keys>
      <details className="more">
        <summary>Keyboard keys</summary>
        <dl className="keys">
          {KEYS.map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <noscript>
          <p className="hint">
            They need JavaScript. Everything they do can be done with the links and buttons.
          </p>
        </noscript>
      </details>
    </review-keys>
  );
}
