import { expect, test } from "vitest";
import type { AddOn, Selection, Ticket } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { type Holder, mayAccess, whereToBuy } from "./access.ts";

const always = { onSale: true, saleFrom: null, saleUntil: null, payBy: null, places: null };
const tickets: Ticket[] = [
  { id: "goldPlus", title: "Harvard Conference", eventId: "harvard", ...always },
  { id: "gold", title: "Virtual Summit", eventId: "summit", ...always },
];
const mug: AddOn = {
  id: "h2023mug",
  ticketId: "goldPlus",
  title: "Mug",
  description: null,
  cents: 2_500,
  disabled: false,
  included: false,
  takenHome: false,
  variants: null,
  image: null,
  places: null,
};
const names = { tickets, addOns: [mug] };
const somebody: Holder = { admin: false, hpairPlusSubscriptionId: null, passes: [] };
const paid = (passType: PassType, addOns: Selection = {}): Holder => ({
  ...somebody,
  passes: [{ passType, addOns }],
});
const NOT_LOGGED_IN = "You must be logged in to access this content!";
const only = (label: string) => `This is only available for users who have purchased ${label}`;

test.each([
  "signed-in",
  "admin",
  "hpairPlus",
  "gold",
  "goldPlus",
  "registered",
  "h2023mug",
  "__proto__",
])("signed out, %s says the not-logged-in message", (level) => {
  expect(mayAccess(level, null, names)).toEqual({ allowed: false, reason: NOT_LOGGED_IN });
});

test.each<[string, string, Holder, string | null]>([
  ["anybody signed in", "signed-in", somebody, null],
  ["an admin", "admin", { ...somebody, admin: true }, null],
  ["others at admin", "admin", paid("goldPlus"), NOT_LOGGED_IN],
  ["a subscriber", "hpairPlus", { ...somebody, hpairPlusSubscriptionId: "sub_1" }, null],
  ["no subscription", "hpairPlus", paid("goldPlus"), only("HPAIR+")],
  ["an empty subscription id", "hpairPlus", { ...somebody, hpairPlusSubscriptionId: "" }, only("HPAIR+")],
  ["an admin without subscription", "hpairPlus", { ...somebody, admin: true }, only("HPAIR+")],
  ["gold at gold", "gold", paid("gold"), null],
  ["goldPlus at gold, literally", "gold", paid("goldPlus"), only("Virtual Summit")],
  ["goldPlus at goldPlus", "goldPlus", paid("goldPlus"), null],
  ["gold at goldPlus", "goldPlus", paid("gold"), only("Harvard Conference")],
  ["gold at registered", "registered", paid("gold"), null],
  ["goldPlus at registered", "registered", paid("goldPlus"), null],
  ["nothing at registered", "registered", somebody, only("a registration")],
  ["an add-on held", "h2023mug", paid("goldPlus", { h2023mug: true }), null],
  ["an add-on held in a variant", "h2023shirt", paid("goldPlus", { h2023shirt: "M" }), null],
  ["an add-on not held", "h2023mug", paid("goldPlus"), only("a(n) Mug")],
  ["an add-on cleared", "h2023mug", paid("goldPlus", { h2023mug: undefined } as never), only("a(n) Mug")],
  ["an unknown add-on falls back to its id", "h2023tea", paid("goldPlus"), only("a(n) h2023tea")],
  ["the empty level", "", paid("goldPlus"), only("a(n) ")],
  ["a level in other letters", "Admin", { ...somebody, admin: true }, only("a(n) Admin")],
])("gate: %s [111]", (_rule, level, holder, reason) => {
  const ruling = mayAccess(level, holder, names);
  expect(ruling).toEqual(reason === null ? { allowed: true } : { allowed: false, reason });
});

test("an add-on in the second payment is held too", () => {
  const holder = {
    ...somebody,
    passes: [...paid("gold").passes, ...paid("goldPlus", { x: true }).passes],
  };
  expect(mayAccess("x", holder, names)).toEqual({ allowed: true });
});

test("a pass without a row is named by its id", () => {
  const nameless = { tickets: [], addOns: [] };
  expect(mayAccess("gold", somebody, nameless)).toEqual({ allowed: false, reason: only("gold") });
});

test.each(Object.getOwnPropertyNames(Object.prototype))("%s as a level never grants", (level) => {
  expect(mayAccess(level, paid("goldPlus"), names)).toMatchObject({ allowed: false });
  const own = JSON.parse(`{"${level}":true}`) as Selection;
  expect(mayAccess(level, paid("goldPlus", own), names)).toMatchObject({ allowed: false });
});

test.each<[string, Holder, string | null]>([
  ["admin", somebody, null],
  ["hpairPlus", somebody, "/plus/subscribe"],
  ["gold", somebody, "/virtual-summit"],
  ["gold", paid("goldPlus"), null],
  ["goldPlus", paid("gold"), "/register"],
  ["registered", somebody, "/payment-info"],
  ["h2023mug", somebody, "/register"],
  ["h2023mug", paid("goldPlus"), "/register/add-ons"],
  ["h2023mug", paid("gold"), "/register"],
  ["of the summit", somebody, "/virtual-summit"],
  ["of the summit", paid("gold"), "/virtual-summit/add-ons"],
  ["of the summit", paid("goldPlus"), null],
  ["included", paid("gold"), "/register"],
  ["included", paid("goldPlus"), null],
  ["not for sale", paid("goldPlus"), null],
  ["unknown", somebody, null],
])("what %s asks for can be bought where it is sold, by whoever may buy it", (level, { passes }, path) => {
  const mug = names.addOns.find(({ id }) => id === "h2023mug")!;
  const addOns = [
    mug,
    { ...mug, id: "of the summit", ticketId: "gold" as const },
    { ...mug, id: "included", included: true },
    { ...mug, id: "not for sale", disabled: true },
  ];
  expect(whereToBuy(level, passes, addOns)).toBe(path);
});
