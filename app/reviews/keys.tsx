import { Fragment, type HTMLAttributes } from "react";
import { DECISIONS } from "~/values/types.ts";
import { RECOMMENDATION_KEYS } from "./review.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "review-keys": HTMLAttributes<HTMLElement>;
    }
  }
}

type Key = [keys: string[], does: string];

const KEYS: Key[] = [
  [["j", "k"], "Next and previous application in the list"],
  [["n"], "Skip without saving: the next one that you have not reviewed"],
  [["1", "2", "3", "4", "5"], "Score the focused criterion, or the first one without a score"],
  ...DECISIONS.map((decision): Key => [[RECOMMENDATION_KEYS[decision]], `Recommend “${decision}”`]),
  [["s", "Ctrl + Enter"], "Save the review and go to the next one"],
  [["c"], "Write a comment"],
  [["d"], "Open the documents, one after the other"],
  [["?"], "Show these keys"],
];

/**
 * The list of the review desk's keyboard keys. The keys need JavaScript. With JavaScript, "?" shows this list in a
 * dialog, in which the reader can switch the keys off.
 */
export function ReviewKeys() {
  return (
    <review-keys>
      <details className="more">
        <summary>Keyboard shortcuts</summary>
        <dl className="keys">
          {KEYS.map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <Fragment key={key}>
                    <kbd>{key}</kbd>{" "}
                  </Fragment>
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
