import { writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { Firefox, missingForFirefox } from "../support/firefox.ts";
import { missingForW3m, W3m } from "../support/w3m.ts";
import { CARD, pdf, test } from "./support.ts";

const CONFIRM =
  "By continuing with registration, you hereby accept to the terms and conditions outlined above.";

const BROWSERS = [
  { name: "a browser that shows text alone", missing: missingForW3m, Browser: W3m },
  { name: "Firefox without scripts", missing: missingForFirefox, Browser: Firefox },
];

for (const { name, missing, Browser } of BROWSERS)
  test(`a delegate goes from logging in to a paid pass in ${name}`, async ({ portal, origin }, info) => {
    info.setTimeout(300_000);
    const needed = missing();
    info.skip(needed !== null, needed ?? "");
    const { uid, email, password } = await portal.accountLike("submitted");
    await portal.query("UPDATE applications SET submitted_at = NULL WHERE uid = ?", uid);
    const document = info.outputPath("document.pdf");
    writeFileSync(document, pdf("document.pdf").buffer);
    const browser = await Browser.open(origin);
    try {
      await test.step("logs in", async () => {
        await browser.says("Create an account");
        await browser.fill("E-mail", email);
        await browser.fill("Password", password);
        await browser.press("Log in", "Password");
        await browser.says("Your registration");
      });
      await test.step("changes an answer, uploads documents and submits", async () => {
        await browser.press("Apply");
        await browser.says("Fill in the sections");
        await browser.press("About you");
        await browser.says("Date of birth");
        await browser.fill("Middle name", "Jun");
        await browser.press("Save and continue");
        await browser.says("University or school");
        await browser.press("Back to your application");
        await browser.says("Fill in the sections");
        await browser.press("Documents");
        await browser.says("Choose a file");
        for (const question of ["Budget", "Financial statement", "Resume"]) {
          await browser.fill("Choose a file", document, question);
          await browser.press(`Upload ${question}`);
          // After the last missing document the portal leads on to the check.
          await browser.says(question === "Resume" ? "Check your answers" : `Remove ${question}`);
        }
        await browser.says("Middle name Jun");
        await browser.press("Submit application");
        await browser.says("Application submitted");
      });
      await test.step("reads the decision, and accepts the terms", async () => {
        await portal.decide(uid, "Accepted");
        await browser.press("decision page", "We received it");
        await browser.says("You are accepted");
        await browser.press("Harvard Conference ticket: read the terms, then pay");
        await browser.says("Full name");
        await browser.tick("Full name");
        await browser.tick("Full name");
        await browser.press("I accept to the terms");
        await browser.says(CONFIRM);
        await browser.press("Accept the terms", "By continuing");
      });
      await test.step("pays", async () => {
        await browser.says("Update total");
        await browser.press("Continue to payment");
        await browser.says("Security code");
        await browser.fill("First name on card", "Na");
        await browser.fill("Last name on card", "Li");
        await browser.fill("Card number", CARD.cardNumber);
        await browser.fill("Expiry date", CARD.expirationDate);
        await browser.fill("Security code", CARD.cardCode);
        await browser.press("Pay $495");
        await browser.says("You have successfully completed the transaction!");
      });
    } finally {
      browser.close();
    }
    expect(await portal.charges(uid)).toEqual([{ outcome: "captured", amount_cents: 49_500 }]);
  });
