import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToSign, readTicketCode, SIGNATURE_BYTES, writeTicketCode } from "./ticket-codes.ts";
import { signTicket, verifyTicket } from "./ticket-keys.server.ts";

const TICKET = { holdingId: "mpte7k2aabcdefghijkl-00", secret: "00112233445566778899aabbccddeeff" };
const OLD = { sessionSecret: "a secret of thirty-two characters or more", ticketSecrets: [] as string[] };
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const hex = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const holding = fc.stringMatching(/^[a-z2-7]{20}(-[0-9]{2})?$/);

test("what was written is read again", () => {
  fc.assert(
    fc.property(
      hex,
      holding,
      fc.uint8Array({ minLength: 64, maxLength: 64 }),
      (secret, holdingId, signature) => {
        const signed = bytesToSign(Uint8Array.of(7, 8), secret, holdingId);
        expect(readTicketCode(writeTicketCode(signed, signature))).toEqual({
          ...{ secret, holdingId, signed, signature },
          keyName: Uint8Array.of(7, 8),
        });
      },
    ),
  );
});

test("a text that is no code is read as none, whatever it is", () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => readTicketCode(text) === null));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64url");
      const code = readTicketCode(text);
      if (code) expect(writeTicketCode(code.signed, code.signature)).toBe(text);
    }),
  );
});

test.each([
  ["", "abc", TICKET.holdingId],
  ["a secret that is too short", "00".repeat(15), TICKET.holdingId],
  ["an id in capitals", TICKET.secret, "ABC"],
  ["no id", TICKET.secret, ""],
  ["an id that is too long", TICKET.secret, "a".repeat(41)],
])("%s is never signed", (_, secret, holdingId) => {
  expect(() => bytesToSign(Uint8Array.of(1, 2), secret, holdingId)).toThrow(RangeError);
});

test("a code is short enough to be scanned from a phone, and says nothing about anybody", async () => {
  const code = await signTicket(OLD, TICKET);
  expect(code.length).toBeLessThanOrEqual(143);
  expect(await signTicket(OLD, TICKET)).toBe(code);
  expect(await verifyTicket(OLD, code)).toEqual(TICKET);
});

test("of 10,000 codes with something changed, none is accepted", async () => {
  const code = await signTicket(OLD, TICKET);
  const numbers = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat(2)), { numRuns: 8_000, seed: 110 });
  const mutated = new Set<string>();
  for (let at = 0; at < code.length; at += 1)
    for (let step = 1; step < LETTERS.length; step += 5) {
      const letter = LETTERS[(LETTERS.indexOf(code[at]!) + step) % LETTERS.length]!;
      mutated.add(code.slice(0, at) + letter + code.slice(at + 1));
    }
  for (const [where, what, how] of numbers) {
    const at = where % code.length;
    const letter = LETTERS[what % LETTERS.length]!;
    if (how === 0) mutated.add(code.slice(0, at) + letter + code.slice(at));
    if (how === 1) mutated.add(code.slice(0, at) + code.slice(at + 1 + (what % 3)));
    if (how === 2) {
      const other = what % code.length;
      mutated.add([...code].map((one, index) => (index === at || index === other ? letter : one)).join(""));
    }
  }
  mutated.delete(code);
  for (let more = 0; mutated.size < 10_000; more += 1)
    mutated.add(
      await signTicket({ ...OLD, sessionSecret: `another secret, number ${more}, which forges` }, TICKET),
    );
  const accepted: string[] = [];
  for (const text of mutated) if (await verifyTicket(OLD, text)) accepted.push(text);
  expect([mutated.size, accepted]).toEqual([10_000, []]);
}, 120_000);

test("codes of all keys stay valid when another key signs; without its secret a key is unknown", async () => {
  const first = await signTicket(OLD, TICKET);
  const rotated = { ...OLD, ticketSecrets: ["x".repeat(32)] };
  const again = { ...OLD, ticketSecrets: ["y".repeat(32), "x".repeat(32)] };
  const [second, third] = [await signTicket(rotated, TICKET), await signTicket(again, TICKET)];
  expect(new Set([first, second, third]).size).toBe(3);
  for (const code of [first, second, third]) expect(await verifyTicket(again, code)).toEqual(TICKET);
  expect(await verifyTicket({ ...OLD, ticketSecrets: ["y".repeat(32)] }, second)).toBeNull();
  expect(await verifyTicket({ ...OLD, sessionSecret: "z".repeat(32) }, first)).toBeNull();
});

test("the signature covers every byte before it", async () => {
  const read = readTicketCode(await signTicket(OLD, TICKET))!;
  for (const change of [{ secret: "ff".repeat(16) }, { holdingId: "mpte7k2aabcdefghijkl-01" }]) {
    const other = { ...TICKET, ...change };
    const signed = bytesToSign(read.keyName, other.secret, other.holdingId);
    expect(read.signature).toHaveLength(SIGNATURE_BYTES);
    expect(await verifyTicket(OLD, writeTicketCode(signed, read.signature))).toBeNull();
  }
});
