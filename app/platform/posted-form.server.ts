import { messages } from "~/values/messages.ts";
import { readableForm } from "./bodies.server.ts";
import type { Args } from "./context.server.ts";
import { refuse } from "./refusal.server.ts";

/** The posted fields. If they cannot be read, a 4xx page is thrown. */
export async function readForm({ request, context }: Args): Promise<FormData> {
  if (context.oversized) refuse(413, messages.tooLarge);
  return (await readableForm(request.clone())) ?? refuse(400, messages.badRequest);
}

/**
 * The action that the pressed button of a form asks for. If it is not one of `intents`, a 400 page is thrown.
 *
 * @param unnamed the action that is meant if the button has no name, or if a program posts only the fields.
 */
export function intentIn<const Intent extends string>(
  form: FormData,
  intents: readonly Intent[],
  unnamed?: NoInfer<Intent>,
): Intent {
  const named = form.has("intent") ? form.get("intent") : unnamed;
  return intents.find((intent) => intent === named) ?? refuse(400, messages.badRequest);
}
