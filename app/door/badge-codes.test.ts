import fc from "fast-check";
import { expect, test } from "vitest";
import { PROOF_BYTES, readBadgeCode, writeBadgeCode } from "./badge-codes.ts";
import { signBadge, verifyBadge } from "./badge-keys.server.ts";
import { readTicketCode } from "./ticket-codes.ts";
import { signTicket, verifyTicket } from "./ticket-keys.server.ts";

const PASS = "mpte7k2aabcdefghijkl-00";
const OLD = { sessionSecret: "a secret of thirty-two characters or more", ticketSecrets: [] as string[] };
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

test("what was written is read again", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z2-7]{20}(-[0-9]{2})?$/),
      fc.uint8Array({ minLength: PROOF_BYTES, maxLength: PROOF_BYTES }),
      (holdingId, proof) => {
        expect(readBadgeCode(writeBadgeCode(holdingId, proof))).toEqual({ holdingId, proof });
      },
    ),
  );
});

test("a text that is no code is read as none, whatever it is", () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => readBadgeCode(text) === null));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = Buffer.from(Uint8Array.of(2, ...bytes)).toString("base64url");
      const code = readBadgeCode(text);
      if (code) expect(writeBadgeCode(code.holdingId, code.proof)).toBe(text);
    }),
  );
});

test.each([
  ["a proof that is too short", PASS, PROOF_BYTES - 1],
  ["a proof that is too long", PASS, PROOF_BYTES + 1],
  ["an id in capitals", "ABC", PROOF_BYTES],
  ["no id", "", PROOF_BYTES],
  ["an id that is too long", "a".repeat(41), PROOF_BYTES],
])("%s is never written", (_, holdingId, bytes) => {
  expect(() => writeBadgeCode(holdingId, new Uint8Array(bytes))).toThrow(RangeError);
});

test("the code of a badge is a third as long as that of its ticket, and neither is taken for the other", async () => {
  const badge = signBadge(OLD, PASS);
  const ticket = await signTicket(OLD, { holdingId: PASS, secret: "00112233445566778899aabbccddeeff" });
  expect([badge.length, ticket.length]).toEqual([48, 142]);
  expect([signBadge(OLD, PASS), verifyBadge(OLD, badge)]).toEqual([badge, PASS]);
  expect([readTicketCode(badge), await verifyTicket(OLD, badge)]).toEqual([null, null]);
  expect([readBadgeCode(ticket), verifyBadge(OLD, ticket)]).toEqual([null, null]);
});

test("of 10,000 codes with something changed, none is accepted", () => {
  const code = signBadge(OLD, PASS);
  const mutated = new Set<string>();
  for (let at = 0; at < code.length; at += 1)
    for (const letter of LETTERS) {
      mutated.add(code.slice(0, at) + letter + code.slice(at + 1));
      mutated.add(code.slice(0, at) + letter + code.slice(at));
    }
  for (let at = 0; at < code.length; at += 1)
    for (let to = at + 1; to <= code.length; to += 1) mutated.add(code.slice(0, at) + code.slice(to));
  mutated.delete(code);
  for (let more = 0; mutated.size < 10_000; more += 1)
    mutated.add(signBadge({ ...OLD, sessionSecret: `another secret, number ${more}, which forges` }, PASS));
  expect([mutated.size, [...mutated].filter((text) => verifyBadge(OLD, text))]).toEqual([10_000, []]);
});

test("codes of all keys stay valid when another key signs; without its secret a key is unknown", () => {
  const first = signBadge(OLD, PASS);
  const rotated = { ...OLD, ticketSecrets: ["x".repeat(32)] };
  const second = signBadge(rotated, PASS);
  expect(second).not.toBe(first);
  for (const code of [first, second]) expect(verifyBadge(rotated, code)).toBe(PASS);
  expect(verifyBadge(OLD, second)).toBeNull();
  expect(verifyBadge({ ...rotated, sessionSecret: "z".repeat(32) }, first)).toBeNull();
});
