import { afterEach, describe, expect, test } from "vitest";
import { newId } from "~/platform/ids.server.ts";
import { CONFERENCE } from "../../support/people.ts";
import { row, rows, run } from "../../support/storage.ts";

// What a second person confirms must be what the first person proposed, and settings that were in force must stay
// readable. So the database itself refuses every statement that would change what was proposed, or delete it.

const ofProposal = "id, conference_id, seller, pay_to, tax, tax_rate, tax_number, days, second_person_cents";

/** The settings in force, proposed once more. */
async function proposed(): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO invoicing (${ofProposal}, write_off_cents, money_out_cents, state, replaces, proposed_by, proposed_at)
      SELECT ?, ?, 'HPAIR', 'A bank', 'None', 0, '', 14, 100, 100, 100, 'proposed', coalesce(max(version), 0), 'x', 0
      FROM invoicing WHERE conference_id = ?`,
    ...[id, CONFERENCE, CONFERENCE],
  );
  return id;
}

const settled = (id: string, state: string) =>
  run("UPDATE invoicing SET state = ?, settled_by = 'y', settled_at = 1 WHERE id = ?", state, id);

/** There is only one proposal at a time. */
afterEach(() =>
  run("UPDATE invoicing SET state = 'withdrawn', settled_by = 'y', settled_at = 1 WHERE state = 'proposed'"),
);

describe("a proposal for invoices", () => {
  test.each([
    ["the bank account", "pay_to", "Another bank"],
    ["the seller", "seller", "Somebody else"],
    ["the limit of one person", "second_person_cents", 999_999_99],
    ["the limit of what is written off", "write_off_cents", 999_999_99],
    ["the limit of money out", "money_out_cents", 999_999_99],
    ["who proposed it", "proposed_by", "y"],
    ["when it applies by itself", "applies_at", 1],
    ["what it replaces", "replaces", 99],
  ])("keeps %s", async (_, column, value) => {
    const id = await proposed();
    const read = () => row(`SELECT ${column} FROM invoicing WHERE id = ?`, id);
    const before = await read();
    const change = run(`UPDATE invoicing SET ${column} = ? WHERE id = ?`, value, id);
    await expect(change).rejects.toThrow("what was proposed is never changed");
    expect(await read()).toEqual(before);
  });

  test("is settled once: what was withdrawn is never applied, and nobody else settles it", async () => {
    const id = await proposed();
    await settled(id, "withdrawn");
    const said = "what was applied or withdrawn is never changed";
    await expect(run("UPDATE invoicing SET settled_by = 'z' WHERE id = ?", id)).rejects.toThrow(said);
    await expect(
      run("UPDATE invoicing SET state = 'applied', version = 99 WHERE id = ?", id),
    ).rejects.toThrow(said);
    expect(await rows("SELECT state, settled_by FROM invoicing WHERE id = ?", id)).toEqual([
      { state: "withdrawn", settled_by: "y" },
    ]);
  });

  test("is never deleted, whether it is in force or not", async () => {
    await settled(await proposed(), "withdrawn");
    const before = await rows("SELECT id FROM invoicing ORDER BY id");
    for (const which of ["state = 'applied'", "state <> 'applied'"])
      await expect(run(`DELETE FROM invoicing WHERE ${which}`)).rejects.toThrow(
        "what was proposed is never deleted",
      );
    expect(await rows("SELECT id FROM invoicing ORDER BY id")).toEqual(before);
  });
});
