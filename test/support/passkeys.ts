import type { Browser } from "./browser.ts";
import { ORIGIN } from "./browser.ts";

const textOf = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString("base64url");
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Writes an ECDSA signature, which is two numbers of 32 bytes, in DER. */
function inDer(raw: Uint8Array): Uint8Array {
  const number = (bytes: Uint8Array) => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const short = bytes.subarray(first < 0 ? 31 : first);
    const positive = short[0]! >= 0x80 ? [0, ...short] : [...short];
    return [2, positive.length, ...positive];
  };
  const both = [...number(raw.subarray(0, 32)), ...number(raw.subarray(32))];
  return new Uint8Array([0x30, both.length, ...both]);
}

/** False values that a test can make the device send. */
type Lies = {
  origin?: string;
  domain?: string;
  type?: string;
  isPresent?: boolean;
  crossOrigin?: boolean;
  counter?: number;
};

/** A device that holds one passkey, and counts how often the passkey was used unless `counts` is false. */
export async function newDevice({ counts = true }: { counts?: boolean } = {}) {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  )) as CryptoKeyPair;
  const spki = (await crypto.subtle.exportKey("spki", publicKey)) as ArrayBuffer;
  const id = textOf(crypto.getRandomValues(new Uint8Array(20)));
  let counter = 0;

  async function answer(type: string, challenge: string, lies: Lies) {
    const { origin = ORIGIN, crossOrigin = false, isPresent = true } = lies;
    const domain = lies.domain ?? new URL(ORIGIN).hostname;
    const client = { type: lies.type ?? type, challenge, origin, crossOrigin };
    const clientData = new TextEncoder().encode(JSON.stringify(client)) as Uint8Array<ArrayBuffer>;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    const hash = await sha256(new TextEncoder().encode(domain) as Uint8Array<ArrayBuffer>);
    const authenticatorData = new Uint8Array([...hash, isPresent ? 1 : 0, ...count]);
    return { clientData, authenticatorData };
  }

  return {
    id,
    /** Makes the passkey. Returns the text that the element on the page posts. */
    async make(challenge: string, lies: Lies & { publicKey?: string } = {}) {
      const { clientData, authenticatorData } = await answer("webauthn.create", challenge, lies);
      return JSON.stringify({
        id,
        publicKey: lies.publicKey ?? textOf(spki),
        clientData: textOf(clientData),
        authenticatorData: textOf(authenticatorData),
      });
    },
    /** Uses the passkey. Returns the text that the element posts. */
    async use(challenge: string, lies: Lies = {}) {
      if (counts) counter += 1;
      const { clientData, authenticatorData } = await answer("webauthn.get", challenge, lies);
      const signed = new Uint8Array([...authenticatorData, ...(await sha256(clientData))]);
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, signed);
      return JSON.stringify({
        id,
        clientData: textOf(clientData),
        authenticatorData: textOf(authenticatorData),
        signature: textOf(inDer(new Uint8Array(raw))),
      });
    },
  };
}

/** The data that a page gives to the passkey element in an attribute. */
export function dataOn(html: string, attribute: "request" | "invitation") {
  const [, text] = new RegExp(`data-${attribute}="([^"]+)"`).exec(html) ?? [];
  return text ? (JSON.parse(text.replaceAll("&quot;", '"')) as { challenge: string; ids: string[] }) : null;
}

/** Adds a passkey, on the page, to the account that is logged in. */
export async function addPasskey(browser: Browser, device: Awaited<ReturnType<typeof newDevice>>) {
  const page = await browser.open("/second-factor");
  const madePasskey = await device.make(dataOn(page.html, "invitation")!.challenge);
  return browser.submit("/second-factor", [
    ["intent", "add-passkey"],
    ["madePasskey", madePasskey],
  ]);
}
