import { expect, test } from "vitest";
import { DECISIONS } from "~/values/types.ts";
import { type RunningParts, whyNotRunning } from "./can-run.ts";

const ask = (id: string, options: string[] | null = null) => ({ id, options });
const whole: RunningParts = {
  rounds: [
    { id: "first", title: "First" },
    { id: "last", title: "Last" },
  ],
  passes: [
    { id: "gold", cents: { first: 0, last: 1 } },
    { id: "goldPlus", cents: { first: 1, last: 1 } },
  ],
  sections: [
    { id: "about", questions: [ask("firstName"), ask("lastName"), ask("dateOfBirth")] },
    { id: "participation", questions: [ask("participation", ["In person", "Online"])] },
  ],
  agreement: {},
  mails: Object.fromEntries(DECISIONS.map((decision) => [decision, {}])),
};
const [about, participation] = whole.sections as [
  RunningParts["sections"][number],
  RunningParts["sections"][number],
];

test("a whole edition can be the current one, also with a pass that costs nothing", () => {
  expect(whyNotRunning(whole)).toEqual([]);
});

test.each<[string, RunningParts | null, string[]]>([
  ["no edition", null, ["It takes no registrations: nobody has set up an edition for it."]],
  ["no round", { ...whole, rounds: [] }, ["There is no round, so nobody could apply."]],
  [
    "a pass is missing",
    { ...whole, passes: whole.passes.slice(0, 1) },
    ["The pass goldPlus is missing. Add it, off sale if it is not sold."],
  ],
  [
    "a price is missing",
    { ...whole, passes: [whole.passes[0]!, { id: "goldPlus", cents: { first: 1 } }] },
    ["The pass goldPlus has no price in the round “Last”."],
  ],
  [
    "a price only by inheritance",
    {
      ...whole,
      rounds: [{ id: "toString", title: "Odd" }],
      passes: [
        { id: "gold", cents: {} },
        { id: "goldPlus", cents: { toString: 1 } as never },
      ],
    },
    ["The pass gold has no price in the round “Odd”."],
  ],
  ["no agreement", { ...whole, agreement: null }, ["There is no agreement to accept."]],
  [
    "a name is not asked",
    { ...whole, sections: [{ id: "about", questions: about.questions.slice(1) }, participation] },
    ["The question firstName is missing in the section about."],
  ],
  [
    "a name is asked elsewhere",
    {
      ...whole,
      sections: [
        { id: "about", questions: about.questions.slice(1) },
        { ...participation, questions: [...participation.questions, ask("firstName")] },
      ],
    },
    ["The question firstName is missing in the section about."],
  ],
  [
    "a question is retired",
    {
      ...whole,
      sections: [
        { id: "about", questions: [{ ...ask("firstName"), retired: true }, ...about.questions.slice(1)] },
        participation,
      ],
    },
    ["The question firstName is missing in the section about."],
  ],
  [
    "nobody can come in person",
    { ...whole, sections: [about, { id: "participation", questions: [ask("participation", ["Online"])] }] },
    ["The question participation has no option “In person”."],
  ],
  [
    "a mail is missing",
    { ...whole, mails: { ...whole.mails, Rejected: undefined } },
    ["The mail about the decision “Rejected” is missing."],
  ],
])("%s", (_, parts, problems) => {
  expect(whyNotRunning(parts)).toEqual(problems);
});
