import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const app = path.resolve(import.meta.dirname, "../app");

/**
 * The files with controls that limit what can be typed. These controls ask for cards, codes, addresses or the words of
 * a search, which nobody pastes from a longer text.
 */
const LIMITED = [
  "accounts/account-forms.tsx",
  "money/cards/card-fields.tsx",
  "money/checkout/registration-page.tsx",
  "money/invoices/asking-page.tsx",
  "programme/programme-filters.tsx",
  "reviews/filters.tsx",
  "routes/_admin.admin.accounts._index.tsx",
  "routes/_delegate.change-email.tsx",
  "routes/_delegate.letters.visa.tsx",
  "ui/code-field.tsx",
];

test("no other control cuts pasted text without a word: the server says that a text is too long", () => {
  const files = (readdirSync(app, { recursive: true }) as string[]).filter((name) => name.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(200);
  const limited = files.filter((file) => readFileSync(path.join(app, file), "utf8").includes("maxLength={"));
  expect(limited.sort()).toEqual(LIMITED);
});
