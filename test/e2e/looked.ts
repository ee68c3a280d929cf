import { PAGES } from "../specification/pages.ts";
import { MENDS } from "./mends.ts";
import { type State, states } from "./states.ts";
import { WAYS, type Way } from "./ways.ts";

const deep = Boolean(process.env["DEEP"]);

const withStatements = new Set(
  Object.values(PAGES)
    .flat()
    .map(({ on }) => on),
);

/**
 * Whether every run looks at a state without scripts too. Most pages look the same without them. So a state is looked
 * at twice only if it shows a statement of the specification or refuses a form.
 */
const isLookedAtTwice = ({ name }: State) => withStatements.has(name) || name in MENDS;

/** The ways in which a run looks at a state, less those in which the state cannot be reached. */
const waysOf = (state: State): Way[] =>
  WAYS.filter((way) => {
    const scripts = way === "js";
    return state.scripts !== !scripts && (scripts || deep || isLookedAtTwice(state));
  });

/** The states that this run looks at, in the order of `states`. Each has the ways in which the run looks at it. */
export const looked: { state: State; ways: Way[] }[] = states
  .filter(({ name }) => !process.env["SPECIFICATION"] || withStatements.has(name))
  .map((state) => ({ state, ways: waysOf(state) }));
