import { afterAll, expect, test } from "vitest";
import { readyToPay } from "../../support/people.ts";
import { run } from "../../support/storage.ts";

const MUG = "id = 'h2023mug'";
afterAll(() => run(`UPDATE add_ons SET image = '/add-ons/mug.svg', taken_home = 1 WHERE ${MUG}`));

/** The contents of each group of add-ons, by the name of the group. */
async function groups() {
  const { html } = await (await readyToPay()).browser.open("/register");
  const found = [...html.matchAll(/<legend>(To take[^<]+)<\/legend>(.*?)<\/fieldset>/gs)];
  return Object.fromEntries(
    found.map(([, title, inside]) => [
      title,
      [...inside!.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, name]) => name),
    ]),
  );
}

test("a thing without a picture or sizes is not something to take part in", async () => {
  await run(`UPDATE add_ons SET image = NULL WHERE ${MUG}`);
  expect(await groups()).toEqual({
    "To take part in": ["Virtual summit", "Executive seminars"],
    "To take home": ["Mug", "Hat (white)", "Hat (black)", "Unisex black shirt"],
  });
});

test("and what the edition says is taken part in stands there, with a picture too", async () => {
  await run(`UPDATE add_ons SET image = '/add-ons/mug.svg', taken_home = 0 WHERE ${MUG}`);
  expect((await groups())["To take part in"]).toContain("Mug");
});
