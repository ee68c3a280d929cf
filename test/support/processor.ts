import { vi } from "vitest";

/** The variables of a Worker whose card processor is Authorize.Net. */
export const AUTHORIZE_NET = {
  PAYMENT_GATEWAY: "authorize-net",
  AUTHORIZE_NET_LOGIN_ID: "login",
  AUTHORIZE_NET_TRANSACTION_KEY: "transaction",
  AUTHORIZE_NET_SIGNATURE_KEY: "0F".repeat(64),
  AUTHORIZE_NET_CLIENT_KEY: "public",
};
/** The variables of a portal that no card number may reach. */
export const TOKENS = { ...AUTHORIZE_NET, PAYMENT_CARD_ENTRY: "token" };

/** Makes the processor give these answers, one for each kind of request. */
export function processor(answers: Record<string, (request: Record<string, never>) => unknown>) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    const [[kind, request]] = Object.entries(JSON.parse(String(init!.body))) as [[string, never]];
    const ok = { messages: { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] } };
    return Response.json({ ...ok, ...(answers[kind]?.(request) as object) });
  });
}
