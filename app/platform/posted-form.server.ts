import { messages } from "~/values/messages.ts";
import { readableForm } from "./bodies.server.ts";
import type { Args } from "./context.server.ts";
import { refuse } from "./refusal.server.ts";

/** The posted fields; a thrown 4xx page if they cannot be read. */
export async function readForm({ request, context }: Args): Promise<FormData> {
  if (context.oversized) refuse(413, messages.tooLarge);
  return (await readableForm(request.clone())) ?? refuse(400, messages.badRequest);
}

/**
 * The act that a form asks for by the button pressed; a thrown 400 page if it is none of these.
 *
 * @param unnamed the act if the button names none, or if a program posts only the fields.
 */
export function intentIn<const Intent extends string>(
  form: FormData,
  intents: readonly Intent[],
  unnamed?: NoInfer<Intent>,
): Intent {
  const named = form.has("intent") ? form.get("intent") : unnamed;
  return intents.find((intent) => intent === named) ?? refuse(400, messages.badRequest);
}
