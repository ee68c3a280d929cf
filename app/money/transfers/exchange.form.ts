import * as z from "zod";
import { messages } from "~/values/messages.ts";

const word = z.string({ error: messages.required }).max(200);

/** An add-on, the variant that the page showed (empty for none), and the variant that is wanted. */
const ExchangeForm = z.object({ item: word, seen: word, variant: word.min(1) });

/**
 * A posted exchange; null if the form does not ask for one. The select is named after the add-on, because a page may
 * have several of them.
 */
export function parseExchange(form: FormData): { item: string; seen: string; variant: string } | null {
  const item = form.get("item");
  const asked = { item, seen: form.get("seen"), variant: form.get(`variant-${item}`) };
  return ExchangeForm.safeParse(asked).data ?? null;
}
