import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { accessMessages } from "~/access/messages.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { doorMessages, doorRefusals, scanMessages } from "~/door/messages.ts";
import { libraryMessages } from "~/library/messages.ts";
import { cardMessages, chargeMessages } from "~/money/cards/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { siteMessages } from "~/site/messages.ts";
import { standingMessages } from "~/standing/messages.ts";
import { messages, required } from "~/values/messages.ts";
import { alias } from "../vite.config.ts";

const root = path.resolve(import.meta.dirname, "..");
const specification = readFileSync(path.join(root, "docs/specification.md"), "utf8");

test.each([
  // Sections 2, 4 and 6
  accessMessages.onlyForPurchasers(""),
  applicationMessages.applicationsClosed,
  passMessages.acceptTermsButton,
  passMessages.termsRefused,
  standingMessages.onlyIfAccepted("{pass title}"),
  standingMessages.noDecisionYet,
  // Section 5
  applicationMessages.fileTooLarge,
  cardMessages.invalidCardNumber,
  cardMessages.invalidExpiry,
  libraryMessages.mustBeOneImage,
  libraryMessages.unexpectedFileType,
  passMessages.confirmTerms,
  standingMessages.acceptTermsFirst,
  // Section 8
  accountMessages.authCheckFailed,
  accountMessages.invalidCredentials,
  accountMessages.notLoggedIn,
  accountMessages.weakPassword,
  applicationMessages.uploadRefused,
  chargeMessages.paymentFailed,
  passMessages.passTypeFailed,
  paymentMessages.existingPaymentCheckFailed,
  paymentMessages.notLoggedInForPayments,
  paymentMessages.paymentSucceeded,
  paymentMessages.paymentsLoadFailed,
  siteMessages.notificationsLoadFailed,
  siteMessages.unexpected("code", "message"),
])("the specification says %j, letter for letter", (sentence) => {
  expect(specification).toContain(sentence);
});

test("a module for the browser carries the sentences it says and no others", async () => {
  const folder = path.join(root, "app/modules");
  const { metafile, outputFiles } = await build({
    entryPoints: readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => path.join(folder, name)),
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
    outdir: folder,
    alias,
    absWorkingDir: root,
  });
  const carried = Object.entries(metafile.outputs).map(([file, { inputs }]) => [
    path.basename(file, ".js"),
    Object.keys(inputs).filter(
      (input) => /(messages|mails)\.ts$/.test(input) && inputs[input]!.bytesInOutput > 0,
    ),
  ]);
  expect(Object.fromEntries(carried)).toEqual({
    decision: [],
    delegate: [],
    door: ["app/door/messages.ts"],
    "door-signatures": [],
    "door-worker": [],
    library: [],
    live: [],
    payment: ["app/values/messages.ts", "app/money/cards/messages.ts"],
    staff: [],
  });
  const door = outputFiles.find(({ path }) => path.endsWith("door.js"))!.text;
  expect(door).toContain(scanMessages.noList);
  expect(door).toContain(doorRefusals.unpaid.title);
  expect(door).not.toContain(doorMessages.howTo);
  const payment = outputFiles.find(({ path }) => path.endsWith("payment.js"))!.text;
  expect(payment).toContain(required);
  expect(payment).toContain(cardMessages.invalidExpiry);
  expect(payment).not.toContain(messages.notFound);
  expect(payment).not.toContain(chargeMessages.paymentFailed);
});
