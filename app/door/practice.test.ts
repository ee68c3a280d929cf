import { expect, test } from "vitest";
import { doorMessages } from "./messages.ts";
import { PRACTICE_TICKETS, practicePerson, pressedInPractice } from "./practice.ts";

test.each(
  PRACTICE_TICKETS.map(({ title }, number) => [title, number] as const),
)("%s can be practised", (_, number) => {
  const { refusal, pass } = practicePerson(number, [], 0);
  expect(refusal === null).toBe(number < 2);
  expect(pass?.times ?? 0).toBe(number === 1 ? 1 : 0);
});

test("the buttons of a practice do what those of the door do, and nothing below nothing", () => {
  const pressed = pressedInPractice("in", "practice-00", []);
  expect(practicePerson(0, pressed, 0).pass).toMatchObject({ times: 1, seen: 1, lastId: pressed[0] });
  const again = pressedInPractice("handed", "practice-01", pressed);
  expect(practicePerson(0, again, 0).addOns).toMatchObject([{ times: 1 }]);
  const undone = pressedInPractice("undone", "practice-00", again);
  expect(practicePerson(0, undone, 0).pass?.times).toBe(0);
  expect(practicePerson(0, pressedInPractice("undone", "practice-00", undone), 0).pass?.times).toBe(0);
});

test("an address that nobody pressed together is read without harm", () => {
  expect(pressedInPractice("in", "another", ["<b>", "in.practice-00.x"])).toEqual([]);
  expect(practicePerson(99, ["in.practice-07.1"], 0).pass?.name).toBe(doorMessages.practice.name);
});
