import type { Words } from "./pages.ts";

/**
 * Sentences that are true in some states of a delegate's pages and harmful in the others. `in` names every state
 * (test/e2e/states.ts) in which somebody reads them. If a sentence appears in another state, it is false there, or the
 * state has to be added to the list.
 */
export const CLAIMS: { words: Words; in: string[] }[] = [
  {
    words: "Pay for your pass",
    in: ["home deferred", "home regular", "home signed", "sold out home"],
  },
  { words: "choose your add-ons", in: ["home regular", "home signed"] },
  {
    words: "You can register for",
    in: [
      ...["decision accepted", "decision card with a name", "decision deferred", "decision with an award"],
      // With an offer from the waiting list, the decision reads Accepted until the offer ends or is given back.
      ...["decision place kept", "decision place given back"],
      // The other pass is not sold out.
      "sold out decision",
    ],
  },
  // These delegates have not accepted the terms yet.
  { words: "You have a place at", in: ["home accepted"] },
  // These delegates have no decision that they could read.
  {
    words: /We will write to \S+@\S+ when (there is a decision|your decision is ready)/,
    in: ["application submitted", "home submitted", "home unreleased", "paying home"],
  },
  {
    words: "Nothing was charged",
    in: ["payment not made", "payments declined", "register declined", "virtual summit declined"],
  },
  // The processor has not answered yet.
  { words: "Please do not pay again", in: ["payment being checked", "register in progress"] },
  { words: "There is nothing to pay", in: ["register free"] },
  {
    words: "You have already registered",
    in: [
      ...["register held", "virtual summit held", "invoice not offered now", "transfer done payments"],
      "admin cash desk of somebody who holds the pass",
    ],
  },
  // Only the page of an application that can still be submitted contains these words.
  {
    words: "takes about",
    in: [
      "application draft",
      "application new",
      "application returning",
      "application returning, no answer fits",
    ],
  },
  {
    words: "Submit by",
    in: ["home draft", "home new", "home subscriber", "home by the logo", "notification dismissed"],
  },
  {
    words: "Applications are now closed",
    in: [
      ...["home after the last deadline", "home after the last deadline with a draft", "home log in closed"],
      ...["application not begun after the last deadline", "decision no application after the last deadline"],
    ],
  },
];
