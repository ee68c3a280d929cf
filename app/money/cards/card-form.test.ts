import { expect, test } from "vitest";
import { typedCardForm } from "./card.form.ts";

const form = typedCardForm(Date.UTC(2026, 0, 1));
const card = { cardNumber: "4111 1111 1111 1111", expirationDate: "12/30", cardCode: "123" };
const read = { cardNumber: "4111111111111111", expirationDate: "12/30", cardCode: "123" };
const rtl = (text: string) => `\u202b${text}\u202c`;

test.each([
  { expirationDate: "1230" },
  { expirationDate: "12 / 30" },
  { expirationDate: "12/2030" },
  { expirationDate: rtl("١٢/٣٠") },
  { cardNumber: "4111.1111.1111.1111" },
  { cardNumber: "４１１１　１１１１　１１１１　１１１１" },
  { cardNumber: rtl("4111 1111 1111 1111") },
  { cardCode: " １２３" },
])("the form takes %o as people type and paste it", (typed) => {
  expect(form.parse({ ...card, ...typed })).toMatchObject(read);
});

test("a month of one digit gets its zero", () => {
  expect(form.parse({ ...card, expirationDate: "1/30" })).toMatchObject({ expirationDate: "01/30" });
});

test.each([
  "12/2020",
  "12/20",
  "01/20",
  "12/00",
  "13/30",
  "12/3",
  "XXXX",
])("the form refuses the expiry date %o", (expirationDate) => {
  const { error } = form.safeParse({ ...card, expirationDate });
  expect(error?.issues).toMatchObject([{ path: ["expirationDate"], message: "Invalid month or year." }]);
});
