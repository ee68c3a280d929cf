import { describe, expect, it, vi } from "vitest";
import { authorizeNet } from "~/money/processor/authorize-net.server.ts";
import type { Charge } from "~/platform/ports/card-processor.server.ts";

const options = {
  endpoint: "https://processor.example/xml/v1/request.api",
  loginId: "login",
  transactionKey: "key",
  signatureKey: "0F".repeat(64),
  hostedPageUrl: "https://processor.example/payment/payment",
};

const charge: Charge = {
  invoiceNumber: "abcdefghijklmnopqrst",
  amountCents: 49_500,
  carried: { conferenceId: "aconf_2023", uid: "u", passType: "gold", addOns: {} },
  card: {
    firstName: "Mei",
    lastName: "Chen",
    cardNumber: "4111111111111111",
    expirationDate: "12/30",
    cardCode: "123",
  },
};

const approval = `\uFEFF${JSON.stringify({
  transactionResponse: {
    responseCode: "1",
    transId: "60",
    accountNumber: "XXXX1111",
    accountType: "Visa",
    testRequest: "0",
  },
  refId: charge.invoiceNumber,
  messages: { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] },
})}`;

const captured = {
  outcome: "captured",
  transactionId: "60",
  card: { brand: "Visa", lastFour: "1111" },
};

describe("Authorize.Net, where the portal runs", () => {
  it("is understood despite its byte order mark", async () => {
    const cards = authorizeNet({ ...options, fetch: async () => new Response(approval) });
    expect(await cards.charge(charge)).toEqual(captured);
  });

  it("is called with the runtime's own fetch", async () => {
    const fetch = vi.spyOn(globalThis, "fetch").mockImplementation(async function (this: unknown) {
      // The runtime's own `fetch` throws when it is called as a method of another object.
      expect(this ?? globalThis).toBe(globalThis);
      return new Response(approval);
    });
    expect(await authorizeNet(options).charge(charge)).toEqual(captured);
    fetch.mockRestore();
  });

  it("is given up when its head or its body does not come", async () => {
    const never = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason));
      });
    const open = async (_: string, { signal }: RequestInit) => {
      const { readable, writable } = new TransformStream();
      signal!.addEventListener("abort", () => void writable.abort(signal!.reason).catch(() => {}));
      return new Response(readable);
    };
    for (const fetch of [never, open]) {
      const cards = authorizeNet({ ...options, timeoutMs: 50, fetch });
      expect(await cards.charge(charge)).toEqual({ outcome: "unknown" });
    }
  });

  it("does not follow a redirect", async () => {
    const fetch = vi.fn(async (_: string, init: RequestInit) => {
      new Request(options.endpoint, init);
      return new Response(null, { status: 307, headers: { location: "https://elsewhere.example/" } });
    });
    const cards = authorizeNet({ ...options, fetch });
    expect(await cards.charge(charge)).toEqual({ outcome: "unknown" });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]![1].redirect).toBe("manual");
  });

  it("signs its notifications", async () => {
    const cards = authorizeNet(options);
    const body = new TextEncoder().encode(
      JSON.stringify({
        notificationId: "n",
        eventType: "net.authorize.payment.void.created",
        payload: { entityName: "transaction", id: "60" },
      }),
    );
    const algorithm = { name: "HMAC", hash: "SHA-512" };
    for (const bytes of [new TextEncoder().encode(options.signatureKey), new Uint8Array(64).fill(0x0f)]) {
      const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
      const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, body)).toString("hex");
      const headers = new Headers({ "X-ANET-Signature": `sha512=${signature}` });
      expect(await cards.verifyWebhook(body, headers)).toEqual({
        notificationId: "n",
        type: "net.authorize.payment.void.created",
        subject: { transactionId: "60" },
      });
      headers.set("X-ANET-Signature", `sha512=${"0".repeat(128)}`);
      expect(await cards.verifyWebhook(body, headers)).toBeNull();
    }
  });
});
