import { expect, test } from "vitest";
import type { Question } from "~/values/catalogue.ts";
import { countries } from "~/values/countries.ts";
import { readTelephone, withReadableTelephones, withStoredTelephones } from "./telephone.ts";

/** For each country, one of its numbers as people there write it, without and with the country code. */
test.each<[country: string, national: string, international: string, stored: string]>([
  ["AE", "050 123 4567", "+971 (0)50 123 4567", "+971501234567"],
  ["AU", "0412 345 678", "+61 (0) 412 345 678", "+61412345678"],
  ["BD", "01812-345678", "+880 1812 345678", "+8801812345678"],
  ["BR", "(11) 96123-4567", "+55 11 96123 4567", "+5511961234567"],
  ["CN", "138 0013 8000", "+86 138-0013-8000", "+8613800138000"],
  ["CN", "(010) 6552 9988", "+86 (0)10 6552 9988", "+861065529988"],
  ["DE", "0151 23456789", "+49 (0)151/23456789", "+4915123456789"],
  ["EG", "010 01234567", "+20 100 123 4567", "+201001234567"],
  ["FR", "06 12 34 56 78", "+33 (0)6.12.34.56.78", "+33612345678"],
  ["GB", "020 7946 0958", "+44 (0)20 7946 0958", "+442079460958"],
  ["GB", "07400 123456", "00 44 7400 123456", "+447400123456"],
  ["GH", "023 123 4567", "+233 23 123 4567", "+233231234567"],
  ["HK", "5123 4567", "+852 5123 4567", "+85251234567"],
  ["ID", "0812-345-678", "+62 812-345-678", "+62812345678"],
  ["IN", "98765 43210", "+91-98765-43210", "+919876543210"],
  ["IN", "098765 43210", "0091 98765 43210", "+919876543210"],
  ["IT", "06 1234 5678", "+39 06 1234 5678", "+390612345678"],
  ["JP", "090-1234-5678", "+81 (0)90 1234 5678", "+819012345678"],
  ["KE", "0712 123456", "+254 712 123456", "+254712123456"],
  ["KR", "010-2000-0000", "+82 10-2000-0000", "+821020000000"],
  ["LK", "071 234 5678", "+94 71 234 5678", "+94712345678"],
  ["MX", "222 123 4567", "+52 222 123 4567", "+522221234567"],
  ["MY", "012-345 6789", "+60 12-345 6789", "+60123456789"],
  ["NG", "0802 123 4567", "+234 802 123 4567", "+2348021234567"],
  ["NP", "984-1234567", "+977 984-1234567", "+9779841234567"],
  ["PH", "0905 123 4567", "+63 905 123 4567", "+639051234567"],
  ["PK", "0301 2345678", "+92 301 2345678", "+923012345678"],
  ["RU", "8 (912) 345-67-89", "+7 (912) 345-67-89", "+79123456789"],
  ["SA", "٠٥١ ٢٣٤ ٥٦٧٨", "+٩٦٦ ٥١ ٢٣٤ ٥٦٧٨", "+966512345678"],
  ["SG", "8123 4567", "+65 8123 4567", "+6581234567"],
  ["TH", "081 234 5678", "+66 (0)81 234 5678", "+66812345678"],
  ["TR", "0501 234 56 78", "+90 501 234 56 78", "+905012345678"],
  ["TW", "０９１２ ３４５ ６７８", "＋８８６ ９１２ ３４５ ６７８", "+886912345678"],
  ["US", "(617) 555-0100", "1-617-555-0100", "+16175550100"],
  ["US", "617.253.1000", "+1 (617) 253 1000", "+16172531000"],
  ["VN", "091 234 56 78", "+84 91 234 56 78", "+84912345678"],
  ["ZA", "071 123 4567", "+27 (0)71 123 4567", "+27711234567"],
])("%s: %s and %s", (country, national, international, stored) => {
  expect(readTelephone(national, country)?.number).toBe(stored);
  expect(readTelephone(international, country)?.number).toBe(stored);
  // With a country code, the country where somebody lives makes no difference.
  if (/^(\+|＋|00)/.test(international))
    expect(readTelephone(international, country === "HK" ? "US" : "HK")?.number).toBe(stored);
});

test.each<[string, string | null]>([
  // A careless function would read these as numbers with the country code +1, as numbers of Iran, or as other numbers.
  ["138 0013 8000", null],
  ["138 0013 8000", "GB"],
  ["138 0013 8000", "US"],
  ["98765 43210", null],
  ["98765 43210", "GB"],
  ["98765 43210", "US"],
  ["+9876543210", "IN"],
  ["+13800138000", "CN"],
  ["85251234567", "GB"],
  ["5123 4567", null],
  ["5123 4567", "AQ"],
  ["5123 4567", "ZZ"],
  ["5123 4567", "constructor"],
  ["+852 5123 456", "HK"],
  ["+999 5123 4567", "HK"],
  ["112", "GB"],
  ["ask my mother", "HK"],
  ["5123 4567 or mail", "HK"],
  ["", "HK"],
  ["+", "HK"],
  ["00", "HK"],
  ["1".repeat(5_000), "HK"],
])("%s dialled in %s is asked about, not guessed", (typed, country) => {
  expect(readTelephone(typed, country)).toBeNull();
});

test("direction marks and an extension do no harm", () => {
  expect(readTelephone("\u202a+852 5123 4567\u202c", null)?.number).toBe("+85251234567");
  expect(readTelephone("00 852 5123 4567", "US")?.number).toBe("+85251234567");
  expect(readTelephone("+1 617 555 0100 ext. 12", null)).toMatchObject({ number: "+16175550100", ext: "12" });
});

test("every country of the list can be asked, with telephones or without", () => {
  for (const { code } of countries()) expect(readTelephone("not a number", code)).toBeNull();
});

const telephone = (id: string) => ({ id, format: { telephone: ["residence"] } }) as Question;
const questions = [
  telephone("phone"),
  telephone("emergencyPhone"),
  { id: "field", format: null } as Question,
];

test.each([
  ["5123 4567", "+85251234567", "+852 5123 4567"],
  ["+85251234567", "+85251234567", "+852 5123 4567"],
  ["+1 617 555 0100 x12", "+16175550100 ext. 12", "+1 617 555 0100 ext. 12"],
  ["ask my mother", "ask my mother", "ask my mother"],
  ["", "", ""],
])("%s is stored as %s and shown as %s, and stays so", (phone, stored, shown) => {
  const answers = { phone, residence: "HK", field: "5123 4567" };
  const kept = withStoredTelephones(questions, answers);
  expect(kept).toEqual({ ...answers, phone: stored });
  expect(withStoredTelephones(questions, kept)).toEqual(kept);
  expect(withReadableTelephones(questions, answers)).toEqual({ ...answers, phone: shown });
  expect(withReadableTelephones(questions, kept)).toEqual({ ...answers, phone: shown });
});
