import { expect, test } from "vitest";
import { isTurnedAway, newLoad, worthOf } from "./load.ts";

const ASKERS = {
  stranger: { isSignedIn: false, isKnownDevice: false, isProgramOfSomebody: false },
  returning: { isSignedIn: false, isKnownDevice: true, isProgramOfSomebody: false },
  delegate: { isSignedIn: true, isKnownDevice: true, isProgramOfSomebody: false },
  helper: { isSignedIn: true, isKnownDevice: true, isProgramOfSomebody: false },
  program: { isSignedIn: false, isKnownDevice: false, isProgramOfSomebody: true },
};

test.each([
  ["stranger", "GET", "/", "looks"],
  ["stranger", "POST", "/?index", "looks"],
  ["stranger", "GET", "/register", "looks"],
  ["returning", "POST", "/?index", "acts"],
  ["returning", "GET", "/", "looks"],
  ["delegate", "GET", "/decision", "reads"],
  ["delegate", "GET", "/registers", "reads"],
  ["delegate", "GET", "/register", "acts"],
  ["delegate", "GET", "/register/add-ons", "acts"],
  ["delegate", "GET", "/waiver", "acts"],
  ["delegate", "GET", "/payment/abc/receipt", "acts"],
  ["delegate", "GET", "/payment-info", "reads"],
  ["delegate", "GET", "/payment-info/version", "looks"],
  ["delegate", "POST", "/application/check", "acts"],
  ["helper", "GET", "/door/AbCd", "acts"],
  ["helper", "GET", "/admin/door", "acts"],
  ["helper", "GET", "/admin/door/abc-00", "acts"],
  ["helper", "GET", "/admin/doors", "reads"],
  ["stranger", "GET", "/door/AbCd", "looks"],
  ["program", "POST", "/triggerPayment", "acts"],
] as const)("a request of a %s, %s %s, %s", (who, method, path, worth) => {
  expect(worthOf(new Request(`https://portal.test${path}`, { method }), ASKERS[who])).toBe(worth);
});

test("a page that is loaded again is worth less, but not on the way to a pass", () => {
  const again = (path: string) =>
    new Request(`https://portal.test${path}`, { headers: { "Cache-Control": "max-age=0" } });
  expect(worthOf(again("/decision"), ASKERS.delegate)).toBe("looks");
  expect(worthOf(again("/register"), ASKERS.delegate)).toBe("acts");
});

test.each([
  ["looks", 150, 0, false],
  ["looks", 151, 0, true],
  ["looks", 168.75, 0.49, true],
  ["looks", 168.75, 0.51, false],
  ["looks", 187.5, 0.99, true],
  ["reads", 300, 0, false],
  ["reads", 375, 0, false],
  ["reads", 376, 0, true],
  ["reads", 468.75, 0.99, true],
  ["acts", 60_000, 0, false],
] as const)("who %s is turned away at %i ms and chance %d: %s", (worth, waiting, chance, expected) => {
  expect(isTurnedAway(worth, waiting, 150, chance)).toBe(expected);
});

test("where nobody is to be turned away, nobody is", () => {
  expect(isTurnedAway("looks", 60_000, Number.POSITIVE_INFINITY, 0)).toBe(false);
});

/** A load with `note`, which reports a trip that has already ended: how long it took (ms), and when it ended. */
function loadByEnds() {
  const load = newLoad();
  return { ...load, note: (took: number, now: number) => load.begin(now - took)(now) };
}

test("a database that is far away is not a busy one", () => {
  const load = loadByEnds();
  expect(load.waiting(1)).toBe(0);
  for (let now = 1; now < 100; now += 1) load.note(300, now);
  expect(load.waiting(100)).toBe(0);
  for (let now = 100; now < 200; now += 1) load.note(900, now);
  expect(load.waiting(200)).toBeGreaterThan(500);
});

test("one slow trip is no rush, and after a rush the waiting is soon over", () => {
  const load = loadByEnds();
  load.note(10, 1);
  load.note(60_000, 2);
  expect(load.waiting(2)).toBeLessThanOrEqual(150);
  for (let now = 3; now < 100; now += 1) load.note(1_010, now);
  expect(load.waiting(100)).toBeGreaterThan(800);
  expect(load.waiting(1_099)).toBeLessThan(500);
  expect(load.waiting(5_000)).toBeLessThan(100);
});

test("in a rush that lasts the waiting stays, and a database that moved away becomes usual", () => {
  const load = loadByEnds();
  load.note(10, 1);
  for (let now = 2; now < 300_000; now += 10) load.note(12_000, now);
  expect(load.waiting(300_000)).toBeGreaterThan(1_000);
  const moved = loadByEnds();
  for (let now = 1; now < 900_000; now += 100) moved.note(now < 1_000 ? 10 : 300, now);
  expect(moved.waiting(900_000)).toBeLessThan(10);
});

test("eight trips that are late are a queue, before one of them has ended; seven are not", () => {
  const load = loadByEnds();
  load.note(10, 1_000);
  for (let trip = 0; trip < 7; trip += 1) load.begin(1_000 + trip);
  expect(load.waiting(1_400)).toBe(0);
  const end = load.begin(1_100);
  expect(load.waiting(1_400)).toBe(290);
  expect(load.waiting(1_105)).toBe(0);
  end(1_401);
  expect(load.waiting(1_401)).toBeLessThan(40);
});

test("a queue counts at most a second and a half, and trips that never end are forgotten", () => {
  const load = loadByEnds();
  load.note(10, 1_000);
  for (let trip = 0; trip < 8; trip += 1) load.begin(1_000);
  expect(load.waiting(61_000)).toBe(1_490);
  expect(load.waiting(61_001)).toBe(0);
});
