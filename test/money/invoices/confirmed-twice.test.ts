import { expect, test } from "vitest";
import { newId } from "~/platform/ids.server.ts";
import { signedIn } from "../../support/browser.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { subjectsTo } from "../../support/mails.ts";
import { overtake } from "../../support/overtake.ts";
import { readyToPay } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { rows, run } from "../../support/storage.ts";

const at = (id: string) => `/admin/payments/invoices/${id}`;

test("of two who confirm the same money at once, one makes the payment, and its payer gets one receipt", async () => {
  const { browser, email } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ buyerName: "University of Ghana", buyerAddress: "Legon, Accra" },
    ...{ intent: "ask", intendedPassCost: "495", total: "495" },
  });
  const [id, entry] = [asked.headers.get("location")!.split("/")[2]!, newId()];
  const [director, treasurer] = [await signedIn("director"), await signedIn("treasurer")];
  const { browser: quick } = await colleague(["money"]);
  await run("UPDATE money_since SET since = 0");
  await withInvoicing({ secondPersonCents: 100 }, () =>
    treasurer.post(at(id), {
      ...{ kind: "pays", means: "bank transfer", amount: "495", reference: "TX 1", intent: "record" },
      ...{ receivedOn: "2022-12-16", entry },
    }),
  );
  const confirmed = { intent: "confirm", id: entry };
  const isOvertaken = overtake(director, 'update "takings"', () => quick.post(at(id), confirmed));
  expect((await director.post(at(id), confirmed)).status).toBe(409);
  expect(isOvertaken()).toBe(true);
  const captured = await rows(
    "SELECT 1 FROM audit WHERE action = 'payment captured' AND object = ?",
    `payments/${id}`,
  );
  expect(captured).toHaveLength(1);
  expect(await subjectsTo(email)).toEqual(["Your invoice", "Your receipt"]);
});
