import { expect } from "vitest";
import { signedIn } from "./browser.ts";
import { letOneGiveAll } from "./invoicing.ts";

/** A director gives back part of a payment. `fields` are the fields of the form: `items`, `amount` and so on. */
export async function giveBack(id: string, fields: Record<string, string>): Promise<void> {
  await letOneGiveAll();
  const director = await signedIn("director");
  const page = await director.open(`/admin/payments/${id}`);
  const said = await page.press("Continue", { reason: "Asked for", kind: "money", ...fields });
  const { text } = said.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "give")!;
  expect((await said.press(text)).status).toBe(302);
}
