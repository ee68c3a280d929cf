import { PASS_PAYMENT } from "./payments.ts";
import type { Delegate } from "./people.ts";
import { programAs } from "./programs.ts";
import { rows } from "./storage.ts";
import { keepHouse } from "./worker.ts";

/** The mails to an address, oldest first. */
export const mailsOf = (email: string) =>
  rows<{ event_key: string; subject: string; body: string; sent_at: number | null; due_at: number | null }>(
    "SELECT event_key, subject, body, sent_at, due_at FROM outbox WHERE recipient = ? ORDER BY rowid",
    email,
  );

const PATHS = [
  "/",
  "/decision",
  "/decision/letter",
  "/register",
  "/virtual-summit",
  "/waiver",
  "/waiver/confirm?version=1&date=2022-12-10",
  "/payment-info",
  "/application",
  "/application/about",
  "/application/check",
  "/scheduling",
  "/decision?_data=routes%2F_delegate.decision",
];

/** Everything that the portal tells a delegate, byte by byte, without the ids of the requests, which are random. */
export async function told({ browser, uid, email }: Delegate): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  const keep = async (name: string, response: Response) => {
    const headers = [...response.headers].map(([header, value]) => {
      if (header === "x-request-id") return `${header}: …`;
      // How long the database took may differ. How often it was asked must be the same.
      return `${header}: ${value.replace(/dur=\d+/, "dur=…")}`;
    });
    const body = (await response.text()).replaceAll(response.headers.get("X-Request-Id")!, "…");
    said[name] = [response.status, ...headers.sort(), body].join("\n");
  };
  for (const path of PATHS) await keep(path, await browser.get(path));
  const post = {
    acceptTerms: "true",
    codeOfConduct: "true",
    refundPolicy: "true",
    date: "2022-12-10",
    version: "1",
  };
  for (const path of ["/register", "/virtual-summit"]) {
    const passType = path === "/register" ? "goldPlus" : "gold";
    await keep(`POST ${path}`, await browser.post(path, { ...PASS_PAYMENT, passType, cardCode: "1" }));
  }
  await keep("POST /waiver", await browser.post("/waiver", { ...post, codeOfConduct: "" }));
  const program = await programAs(uid);
  await keep("getDecision", await program.fetch("/getDecision", { body: '{"data":null}' }));
  await keep(
    "getPassType",
    await program.fetch("/getPassType", { body: JSON.stringify({ data: { userUid: uid } }) }),
  );
  await keep(
    "triggerPayment",
    await program.fetch("/triggerPayment", {
      body: JSON.stringify({ data: { ...PASS_PAYMENT, cardNumber: "1" } }),
    }),
  );
  await keepHouse();
  said["mail"] = JSON.stringify(await mailsOf(email));
  said["outbox"] = JSON.stringify(await rows("SELECT count(*) AS n FROM outbox"));
  return said;
}
