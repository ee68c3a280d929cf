import { expect, test } from "vitest";
import { readClientData, readMadePasskey, readUsedPasskey } from "./passkey.form.ts";
import { readAuthenticatorData } from "./passkeys.ts";

const data = (flags: number, counter: number) => {
  const bytes = new Uint8Array(37).fill(7, 0, 32);
  bytes[32] = flags;
  new DataView(bytes.buffer).setUint32(33, counter);
  return bytes;
};

test("the authenticator data are a hash, flags and a count", () => {
  expect(readAuthenticatorData(data(0x05, 258))).toEqual({
    domainHash: new Uint8Array(32).fill(7),
    isPresent: true,
    counter: 258,
  });
  expect(readAuthenticatorData(data(0x04, 0))?.isPresent).toBe(false);
  // A view of a longer array is read from the beginning of the view.
  expect(readAuthenticatorData(new Uint8Array([1, 2, ...data(1, 9)]).subarray(2))?.counter).toBe(9);
  expect(readAuthenticatorData(data(1, 0).subarray(0, 36))).toBeNull();
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"id":"a"}',
  '{"id":"a b","clientData":"","authenticatorData":"a"}',
])("what is not of the form is not read: %s", (text) => {
  expect([readMadePasskey(text), readUsedPasskey(text), readClientData(text)]).toEqual([null, null, null]);
});
