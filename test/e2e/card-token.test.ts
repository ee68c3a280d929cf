import path from "node:path";
import { expect, type Page, type Route } from "@playwright/test";
import { quietEnv, root } from "../../scripts/env.mjs";
import { ANET_CARDS, AuthorizeNet } from "../support/authorize-net.ts";
import { ownPortal } from "./portals.ts";
import { CARD, test } from "./support.ts";

// Tests a portal to which no card number may be sent. A stand-in takes the place of its card processor. Playwright
// answers the requests to the processor's own addresses: those for its script and for its page.

const PROCESSOR = "https://test.authorize.net";
const SCRIPT = "https://jstest.authorize.net/v1/Accept.js";
const DIGITS = CARD.cardNumber.replaceAll(" ", "");

let processor: AuthorizeNet;
let address = "";
let stop = async () => {};

test.beforeAll(async () => {
  Object.assign(process.env, quietEnv);
  processor = await AuthorizeNet.listen();
  const { unstable_startWorker } = await import("wrangler");
  const variables = {
    PAYMENT_GATEWAY: "authorize-net",
    PAYMENT_CARD_ENTRY: "token",
    AUTHORIZE_NET_ENVIRONMENT: "sandbox",
    AUTHORIZE_NET_URL: processor.options.endpoint,
    AUTHORIZE_NET_LOGIN_ID: processor.secrets.loginId,
    AUTHORIZE_NET_TRANSACTION_KEY: processor.secrets.transactionKey,
    AUTHORIZE_NET_SIGNATURE_KEY: processor.secrets.signatureKey,
    AUTHORIZE_NET_CLIENT_KEY: "public-client-key",
  };
  const worker = await unstable_startWorker({
    config: path.join(root, "wrangler.toml"),
    env: "development",
    bindings: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, { type: "plain_text" as const, value }]),
    ),
    dev: {
      watch: false,
      persist: ownPortal().state,
      logLevel: "error",
      inspector: false,
      server: { hostname: "127.0.0.1", port: 0 },
    },
  });
  address = (await worker.url).origin;
  stop = () => worker.dispose();
});

test.afterAll(async () => {
  await stop();
  await processor.close();
});

/** Answers with the stand-in's page, which the browser believes to come from the processor. */
async function asProcessor(route: Route) {
  const { pathname } = new URL(route.request().url());
  const response = await route.fetch({ url: processor.origin + pathname, maxRedirects: 0 });
  await route.fulfill({ response });
}

/** What the browser sends to the portal. */
function sentTo(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(address)) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  return sent;
}

/** Opens the page until it answers. Two portals write to one database file here, and each locks it while it writes. */
const openRegister = (page: Page) =>
  expect(async () => {
    const response = await page.goto(`${address}/register`);
    expect(response!.status()).toBe(200);
  }).toPass({ timeout: 30_000 });

test("with scripts the card goes to the processor's script, and only a token to the portal", async ({
  page,
  context,
  portal,
}) => {
  const account = await portal.signIn(context, await portal.accountLike("signed"));
  const asked: unknown[] = [];
  await page.exposeFunction("tokenize", (request: { cardData: Record<string, string> }) => {
    asked.push(request);
    const { cardNumber = "", month, year, cardCode = "" } = request.cardData;
    return processor.tokenize({ cardNumber, expirationDate: `${year}-${month}`, cardCode });
  });
  await page.route(SCRIPT, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.Accept = { async dispatchData(request, answer) {
        answer({ messages: { resultCode: "Ok" }, opaqueData: await window.tokenize(request) });
      } };`,
    }),
  );
  const sent = sentTo(page);
  await openRegister(page);
  await expect(page.getByText("You will type your card on the secure page")).toBeHidden();
  await page.getByLabel("Card number").fill("4111 1111 1111 1112");
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
  await page.getByRole("button", { name: "Pay $495" }).click();
  await expect(page.getByText("Invalid card number")).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByRole("button", { name: "Pay $495" }).click();
  await expect(page.getByText("You have successfully completed the transaction!")).toBeVisible();
  expect(asked).toMatchObject([
    {
      authData: { clientKey: "public-client-key", apiLoginID: processor.secrets.loginId },
      cardData: { cardNumber: DIGITS, month: "12", year: "2030", cardCode: "123" },
    },
  ]);
  expect(processor.captured().filter(({ customerId }) => account.uid.startsWith(customerId))).toHaveLength(1);
  expect(sent.filter((request) => request.replace(/\D/g, "").includes(DIGITS))).toEqual([]);
});

test("a token that the processor's script refuses charges nothing, and can be tried again", async ({
  page,
  context,
  portal,
}) => {
  const account = await portal.signIn(context, await portal.accountLike("signed"));
  await page.route(SCRIPT, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.Accept = { dispatchData: (_, answer) => answer({ messages: { resultCode: "Error" } }) };`,
    }),
  );
  await openRegister(page);
  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
  await page.getByRole("button", { name: "Pay $495" }).click();
  await expect(page.getByRole("alert")).toContainText("An error occurred with your payment.");
  await expect(page.getByRole("button", { name: "Pay $495" })).toBeEnabled();
  expect(await portal.query("SELECT id FROM payments WHERE delegate_uid = ?", account.uid)).toEqual([]);
});

test("without scripts the card is typed at the processor, whose word is asked for before it counts", async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const account = await portal.signIn(context, await portal.accountLike("signed"));
  await context.route(`${PROCESSOR}/**`, asProcessor);
  const page = await context.newPage();
  const sent = sentTo(page);
  await openRegister(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByLabel("Card number")).toBeHidden();
  await page.getByRole("button", { name: "Pay $495" }).click();
  await page.getByRole("button", { name: "Continue to the card page" }).click();
  await expect(page).toHaveURL(`${PROCESSOR}/payment/payment`);

  // The delegate comes back without having paid. The portal does not yet know the outcome, and does not say that the
  // pass is paid.
  const [payment] = await portal.query<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ?",
    account.uid,
  );
  await page.goto(`${address}/payment/${payment!.id}`);
  await expect(page.getByText("We are confirming your payment")).toBeVisible();
  await page.getByRole("button", { name: "Back to the card page" }).click();
  await page.getByRole("button", { name: "Continue to the card page" }).click();

  await page.getByLabel("Card Number").fill(ANET_CARDS.approved);
  await page.getByLabel("Exp. Date").fill("12/30");
  await page.getByLabel("Card Code").fill("123");
  // A page with this sentence is shown for one second, and then goes on to the home page by itself.
  const thanks = page.getByText("You have successfully completed the transaction!").waitFor();
  await page.getByRole("button", { name: "Pay" }).click();
  await thanks;
  expect(await portal.query("SELECT state FROM payments WHERE delegate_uid = ?", account.uid)).toEqual([
    { state: "captured" },
  ]);
  expect(sent.filter((request) => request.replace(/\D/g, "").includes(ANET_CARDS.approved))).toEqual([]);
  await context.close();
});
