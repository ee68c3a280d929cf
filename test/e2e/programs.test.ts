import { expect } from "@playwright/test";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { paymentMessages } from "~/money/payments/messages.ts";
import { accountMessages } from "../../app/accounts/messages.ts";
import { apiMessages } from "../../app/api/messages.ts";
import { conferenceMessages } from "../../app/conference/messages.ts";
import { cardMessages, chargeMessages } from "../../app/money/cards/messages.ts";
import { passMessages } from "../../app/money/prices/messages.ts";
import { TEST_CARDS } from "../../app/money/processor/test-cards.ts";
import { standingMessages } from "../../app/standing/messages.ts";
import { messages } from "../../app/values/messages.ts";
import {
  bundleFirebase,
  CLIENTS,
  type Client,
  type Connection,
  connect,
  errorOf,
  loadFirebase,
  NEWEST,
} from "./firebase.ts";
import { CARD, demoAccount, newId, type Portal, test } from "./support.ts";

// Tests what a program gets from the portal through the real, unchanged clients of Firebase. The clients know only the
// portal's address.

const PASS = { passType: "goldPlus", intendedPassCost: 495, ...CARD, items: [] };

const signIn = ({ auth, signInWithEmailAndPassword }: Connection, email: string, password: string) =>
  signInWithEmailAndPassword(auth, email, password);

/** A client that is signed in to a new account. The account is in the state of a demo account. */
async function signedInLike(client: Client, origin: string, portal: Portal, demoName: string) {
  const connection = await connect(client, origin);
  const account = await portal.accountLike(demoName);
  const { user } = await signIn(connection, account.email, account.password);
  return { ...connection, account, user };
}

const mailsTo = async (portal: Portal, recipient: string) => {
  const mails = await portal.query<{ subject: string }>(
    "SELECT subject FROM outbox WHERE recipient = ? ORDER BY rowid",
    recipient,
  );
  return mails.map(({ subject }) => subject);
};

/** The code in the newest mail to an address. It is the last part of the link in the mail, which leads to `page`. */
async function mailedCode(origin: string, email: string, page: string): Promise<string> {
  const mailbox = await (await fetch(`${origin}/dev/mailbox`)).text();
  return new RegExp(`To (?:<!-- -->)?${email}.*?/${page}/([\\w-]{43})`, "s").exec(mailbox)![1]!;
}

for (const client of CLIENTS) {
  /** A function's error as this version of the client reports it. `http` is the status of the answer. */
  const told = (code: string, message: string, http: number, details?: unknown) => ({
    code: `functions/${code}`,
    message: client.suffix ? `${message} [${http}]` : message,
    details,
  });

  test.describe(client.name, () => {
    test("is that version throughout", async () => {
      const { parts, wanted } = await bundleFirebase(client, "node");
      expect((await loadFirebase(client)).app.SDK_VERSION).toBe(client.version);
      expect(Object.keys(parts).sort()).toEqual(["@firebase/app", "@firebase/auth", "@firebase/functions"]);
      expect(wanted).toMatchObject(parts);
    });

    test("signs up, in, and out", async ({ origin, portal }) => {
      const connection = await connect(client, origin);
      const { auth } = connection;
      const email = `program-${newId()}@example.org`;
      const password = "a good password";

      const created = await connection.createUserWithEmailAndPassword(auth, email, password);
      expect(connection.getAdditionalUserInfo(created)?.isNewUser).toBe(true);
      const { user } = created;
      expect(user).toMatchObject({ email, emailVerified: false });
      const { claims, signInProvider } = await user.getIdTokenResult();
      expect(claims).toMatchObject({ sub: user.uid, email, admin: false, hpairPlus: false });
      expect(signInProvider).toBe("password");
      const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", origin));
      const { payload } = await jwtVerify(await user.getIdToken(), keys, { issuer: origin });
      expect(payload).toMatchObject({ sub: user.uid, email });
      expect((await errorOf(connection.signInAnonymously(auth))).code).toBe("auth/operation-not-allowed");
      expect(await connection.call("getDecision")).toEqual({ data: { decision: null } });

      await connection.signOut(auth);
      expect(auth.currentUser).toBeNull();
      expect(await errorOf(connection.call("getDecision"))).toEqual(
        told("unauthenticated", accountMessages.notLoggedIn, 401),
      );

      const create = (address: string, secret: string) =>
        connection.createUserWithEmailAndPassword(auth, address, secret);
      expect((await errorOf(create(email, password))).code).toBe("auth/email-already-in-use");
      expect((await errorOf(create(`x${email}`, "12345"))).code).toBe("auth/weak-password");
      expect((await errorOf(create("nobody", password))).code).toBe("auth/invalid-email");
      // A failed sign-in tells nobody which addresses have an account.
      for (const address of [email, `x${email}`]) {
        const { code } = await errorOf(signIn(connection, address, "not the password"));
        expect(code).toBe("auth/wrong-password");
      }

      const again = await signIn(connection, email, password);
      expect(again.user.uid).toBe(user.uid);
      expect(await connection.call("getPassType", { userUid: user.uid })).toBeNull();

      await again.user.reload();
      await portal.query("DELETE FROM sessions WHERE uid = ?", user.uid);
      expect((await errorOf(again.user.reload())).code).toBe("auth/user-token-expired");
      expect(auth.currentUser).toBeNull();
    });

    test("reads its claims, new ones after a refresh", async ({ origin, portal }) => {
      const director = await connect(client, origin);
      const { user } = await signIn(director, "director@hpair.example", demoAccount("director").password);
      expect((await user.getIdTokenResult()).claims).toMatchObject({ admin: true, hpairPlus: false });

      const subscriber = await signedInLike(client, origin, portal, "subscriber");
      const claims = async (refresh: boolean) => (await subscriber.user.getIdTokenResult(refresh)).claims;
      expect(await claims(false)).toMatchObject({ admin: false, hpairPlus: true });
      const { uid } = subscriber.account;
      await portal.query("UPDATE users SET admin = 1, hpair_plus_subscription_id = NULL WHERE uid = ?", uid);
      expect(await claims(false)).toMatchObject({ admin: false, hpairPlus: true });
      expect(await claims(true)).toMatchObject({ admin: true, hpairPlus: false });
    });

    test("has mail sent", async ({ origin, portal }) => {
      const { auth, user, account, ...connection } = await signedInLike(client, origin, portal, "new");
      const { email, uid } = account;
      await connection.sendEmailVerification(user);
      await connection.sendPasswordResetEmail(auth, email);
      expect(await mailsTo(portal, email)).toEqual(["Confirm your e-mail address", "Choose a new password"]);

      expect(user.emailVerified).toBe(false);
      await portal.query("UPDATE users SET email_verified_at = 1 WHERE uid = ?", uid);
      await user.reload();
      expect(user.emailVerified).toBe(true);

      // The portal gives the same answer for an unknown address.
      await connection.sendPasswordResetEmail(auth, `x${email}`);
      expect(await mailsTo(portal, `x${email}`)).toEqual([]);
      // Somebody may ask any number of times and is never refused, but the owner of the address gets three links at
      // most.
      for (let time = 0; time < 4; time += 1) await connection.sendPasswordResetEmail(auth, email);
      const links = (await mailsTo(portal, email)).filter((subject) => subject === "Choose a new password");
      expect(links).toHaveLength(3);
    });

    test("confirms its user's address, and changes and resets the password", async ({ origin, portal }) => {
      const { auth, user, account, ...connection } = await signedInLike(client, origin, portal, "new");
      const { email, uid } = account;
      const codeOf = (page: string) => mailedCode(origin, email, page);

      await connection.sendEmailVerification(user);
      const verify = await codeOf("verify-email");
      await connection.applyActionCode(auth, verify);
      await user.reload();
      expect(user.emailVerified).toBe(true);
      expect((await errorOf(connection.applyActionCode(auth, verify))).code).toBe("auth/invalid-action-code");

      expect((await errorOf(connection.updatePassword(user, "12345"))).code).toBe("auth/weak-password");
      for (const change of [
        () => connection.updateProfile(user, { displayName: "Mei" }),
        () => connection.updateEmail(user, `x${email}`),
      ]) {
        expect((await errorOf(change())).code).toBe("auth/operation-not-allowed");
      }
      const before = await user.getIdToken();
      await connection.updatePassword(user, "mango tree");
      expect(await user.getIdToken()).not.toBe(before);
      expect(await connection.call("getDecision")).toEqual({ data: { decision: null } });
      await portal.query("UPDATE sessions SET authenticated_at = 0 WHERE uid = ?", uid);
      for (const change of [
        () => connection.updatePassword(user, "mango trees"),
        () => connection.deleteUser(user),
      ]) {
        expect((await errorOf(change())).code).toBe("auth/requires-recent-login");
      }

      await connection.sendPasswordResetEmail(auth, email);
      const reset = await codeOf("reset-password");
      expect(await connection.verifyPasswordResetCode(auth, reset)).toBe(email);
      expect((await errorOf(connection.confirmPasswordReset(auth, reset, "12345"))).code).toBe(
        "auth/weak-password",
      );
      await connection.confirmPasswordReset(auth, reset, "mango forest");
      expect((await errorOf(connection.verifyPasswordResetCode(auth, reset))).code).toBe(
        "auth/invalid-action-code",
      );
      expect((await errorOf(user.reload())).code).toBe("auth/user-token-expired");
      expect((await signIn({ auth, ...connection }, email, "mango forest")).user.uid).toBe(uid);
    });

    test("deletes its user, unless something is kept with them", async ({ origin, portal }) => {
      const connection = await connect(client, origin);
      const email = `leaves-${newId()}@example.org`;
      const { user } = await connection.createUserWithEmailAndPassword(connection.auth, email, "mango tree");
      await connection.deleteUser(user);
      expect(connection.auth.currentUser).toBeNull();
      expect((await errorOf(signIn(connection, email, "mango tree"))).code).toBe("auth/wrong-password");
      expect(await mailsTo(portal, email)).toEqual([]);

      const { user: applicant, ...other } = await signedInLike(client, origin, portal, "submitted");
      const refused = await errorOf(other.deleteUser(applicant));
      expect(refused.code).toBe("auth/operation-not-allowed");
      expect(refused.message).toContain(apiMessages.accountKept);
      await applicant.reload();
    });

    test("asks for the decision, and accepts the waiver once", async ({ origin, portal }) => {
      const { call, account } = await signedInLike(client, origin, portal, "unreleased");
      expect(await call("getDecision")).toEqual({ data: { decision: null } });
      expect(await call("getDecision", {})).toEqual({ data: { decision: null } });
      await portal.decide(account.uid, "Accepted");
      expect(await call("getDecision")).toEqual({ data: { decision: "Accepted" } });
      expect(await errorOf(call("getDecision", "now"))).toMatchObject(
        told("invalid-argument", apiMessages.noPayload, 400, {
          problems: [{ field: "", message: apiMessages.noPayload }],
        }),
      );

      expect(await errorOf(call("triggerPayment", PASS))).toEqual(
        told("permission-denied", passMessages.waiverFirst, 403),
      );
      const accepted = await call("acceptWaiver");
      expect(accepted).toEqual({ waiverDate: { seconds: expect.any(Number) } });
      expect(await call("acceptWaiver")).toEqual(accepted);

      const early = await signedInLike(client, origin, portal, "new");
      expect(await errorOf(early.call("acceptWaiver"))).toEqual(
        told("failed-precondition", standingMessages.notSubmitted, 400),
      );
    });

    test("pays once, and asks who holds which pass", async ({ origin, portal }) => {
      const { call, account } = await signedInLike(client, origin, portal, "signed");
      const { uid: userUid } = account;
      expect(await errorOf(call("triggerPayment", { ...PASS, cardNumber: "4111 1111 1111 1112" }))).toEqual(
        told("invalid-argument", cardMessages.invalidCardNumber, 400, {
          problems: [{ field: "cardNumber", message: cardMessages.invalidCardNumber }],
        }),
      );
      expect(await errorOf(call("triggerPayment", { ...PASS, intendedPassCost: 1 }))).toEqual(
        told("aborted", passMessages.priceChanged("$495"), 409),
      );
      expect(await errorOf(call("triggerPayment", { ...PASS, cardNumber: TEST_CARDS.declined }))).toEqual(
        told("failed-precondition", chargeMessages.paymentFailed, 400, { paymentId: expect.any(String) }),
      );
      expect(await call("getPassType", { userUid })).toBeNull();

      const items = [{ id: "h2023mug", title: "Mug", cost: 25, variants: null, selectedVariant: true }];
      const paid = await call("triggerPayment", { ...PASS, passTitle: "Harvard Conference ticket", items });
      const [payment] = await portal.query<{ id: string; cents: number }>(
        "SELECT id, amount_cents AS cents FROM payments WHERE delegate_uid = ? AND state = 'captured'",
        userUid,
      );
      const total = payment!.cents / 100;
      expect(total).toBeGreaterThan(495);
      expect(paid).toEqual({ message: paymentMessages.paymentSucceeded, paymentId: payment!.id, total });
      expect(await errorOf(call("triggerPayment", PASS))).toEqual(
        told("aborted", passMessages.alreadyRegistered("Harvard Conference ticket"), 409),
      );

      expect(await call("getPassType", { userUid })).toBe("goldPlus");
      expect(await call("getPassType", { userUid, conference: "aconf_2023" })).toBe("goldPlus");
      expect(await call("getPassType", { userUid, conference: { id: "hconf_2022", year: 2022 } })).toBeNull();
      expect(await errorOf(call("getPassType", { userUid, conference: "conf" }))).toEqual(
        told("invalid-argument", conferenceMessages.invalidConferenceId, 400),
      );
      expect(await errorOf(call("getPassType", { userUid: demoAccount("gold").uid }))).toEqual(
        told("permission-denied", apiMessages.onlyOwnPass, 403),
      );
      const director = await connect(client, origin);
      await signIn(director, "director@hpair.example", demoAccount("director").password);
      expect(await director.call("getPassType", { userUid })).toBe("goldPlus");
    });

    test("is told of a payment without an answer, and of too many payments", async ({ origin, portal }) => {
      const { call, account } = await signedInLike(client, origin, portal, "signed");
      expect(await errorOf(call("triggerPayment", { ...PASS, cardNumber: TEST_CARDS.timeout }))).toEqual(
        told("aborted", paymentMessages.paymentBeingChecked, 409, { paymentId: expect.any(String) }),
      );
      expect(await errorOf(call("triggerPayment", PASS))).toEqual(
        told("aborted", paymentMessages.paymentBeingChecked, 409),
      );
      await portal.query("DELETE FROM payments WHERE delegate_uid = ?", account.uid);
      await portal.query("DELETE FROM orders WHERE payer_uid = ?", account.uid);

      const declined = { ...PASS, cardNumber: TEST_CARDS.declined };
      for (let tries = 2; tries <= 5; tries += 1) {
        const { code } = await errorOf(call("triggerPayment", declined));
        expect(code).toBe("functions/failed-precondition");
      }
      expect(await errorOf(call("triggerPayment", declined))).toEqual(
        told("resource-exhausted", chargeMessages.tooManyCards(10), 429),
      );
      // The client itself reports this when its time is over, so there is no status.
      expect(await errorOf(call("getDecision", null, { timeout: 1 }))).toEqual({
        code: "functions/deadline-exceeded",
        message: "deadline-exceeded",
        details: undefined,
      });
    });

    test("changes its user's address", async ({ origin, portal }) => {
      const { call, account, user } = await signedInLike(client, origin, portal, "new");
      const email = `changed-${newId()}@example.org`;
      const claimed = async (refresh: boolean) => (await user.getIdTokenResult(refresh)).claims["email"];
      const age = (minutes: number) =>
        portal.query(
          "UPDATE sessions SET authenticated_at = ? WHERE uid = ?",
          Date.now() - minutes * 60_000,
          account.uid,
        );

      await age(6);
      expect(await errorOf(call("changeEmail", { email }))).toEqual(
        told("unauthenticated", accountMessages.freshPasswordNeeded, 401),
      );
      await age(4);
      expect(await errorOf(call("changeEmail", { email: "nobody" }))).toEqual(
        told("invalid-argument", accountMessages.invalidEmail, 400),
      );
      expect(await call("changeEmail", { email })).toEqual({
        data: { email, resetLink: expect.stringMatching(`^${origin}/reset-password/[\\w-]+$`) },
      });

      expect(await claimed(false)).toBe(account.email);
      expect(await call("getDecision")).toEqual({ data: { decision: null } });
      // The old address stays until the new one is confirmed.
      expect(await claimed(true)).toBe(account.email);
      await user.reload();
      expect(user.email).toBe(account.email);
      expect(await mailsTo(portal, account.email)).toHaveLength(1);
    });
  });
}

/* ------------------------------------------------------------------ calls that wait for a stream */

test("a call for a stream ends, with an answer and with an error", async ({ origin, portal }) => {
  const { account, callable, ...connection } = await signedInLike(NEWEST, origin, portal, "gold");
  const stream = async (name: string, payload?: unknown) => {
    const { stream, data } = await callable(name).stream(payload);
    const answer = data.then(
      (data) => ({ data }),
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );
    const chunks: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of stream) chunks.push(chunk);
    })().catch(() => undefined);
    return { ...(await answer), chunks: await reading.then(() => chunks) };
  };
  expect(await stream("getPassType", { userUid: account.uid })).toEqual({ data: null, chunks: [] });
  expect(await stream("getPassType", {})).toEqual({
    code: "functions/invalid-argument",
    message: `${messages.required}: userUid [0]`,
    chunks: [],
  });
  await connection.signOut(connection.auth);
  expect(await stream("getDecision")).toEqual({
    code: "functions/unauthenticated",
    message: `${accountMessages.notLoggedIn} [0]`,
    chunks: [],
  });
});

/* ------------------------------------------------------------------ pages of other origins */

const ALLOWED = "http://localhost:5173";

for (const origin of [ALLOWED, "http://localhost:5174"]) {
  const allowed = origin === ALLOWED;
  test(`a page of ${origin} is ${allowed ? "answered, errors too" : "told nothing"}`, async ({
    page,
    portal,
    origin: portalOrigin,
  }) => {
    const account = await portal.accountLike("signed");
    const complaints: string[] = [];
    page.on("console", (line) => complaints.push(line.text()));
    // Some browsers ask their user before a page may reach this machine. So the test grants the permission. Other
    // browsers do not know this permission, and their error is ignored.
    await page
      .context()
      .grantPermissions(["local-network-access"])
      .catch(() => undefined);
    const { code } = await bundleFirebase(NEWEST, "browser");
    await page.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A front end</title>" }),
    );
    await page.goto(origin);
    await page.addScriptTag({ content: code });
    const outcomes = await page.evaluate(
      async ({ portalOrigin, account }) => {
        const { app, auth, functions } = (window as unknown as { firebase: import("./firebase.ts").Firebase })
          .firebase;
        const told = (work: Promise<unknown>) =>
          work.catch(({ code, message }: { code: string; message: string }) => ({ code, message }));
        const front = app.initializeApp({ apiKey: "any", projectId: "conference-portal" });
        const authentication = auth.getAuth(front);
        auth.connectAuthEmulator(authentication, portalOrigin, { disableWarnings: true });
        const call = (name: string, payload?: unknown) =>
          told(
            functions
              .httpsCallable(
                functions.getFunctions(front, portalOrigin),
                name,
              )(payload)
              .then(({ data }) => data),
          );
        return {
          before: await call("getDecision"),
          signedIn: await told(
            auth
              .signInWithEmailAndPassword(authentication, account.email, account.password)
              .then(({ user }) => user.uid),
          ),
          decision: await call("getDecision"),
          others: await call("getPassType", { userUid: "somebody else" }),
          refreshed: await told(Promise.resolve(authentication.currentUser?.getIdToken(true)).then(Boolean)),
        };
      },
      { portalOrigin, account },
    );
    if (allowed) {
      expect(outcomes).toEqual({
        before: { code: "functions/unauthenticated", message: `${accountMessages.notLoggedIn} [401]` },
        signedIn: account.uid,
        decision: { data: { decision: "Accepted" } },
        others: { code: "functions/permission-denied", message: `${apiMessages.onlyOwnPass} [403]` },
        refreshed: true,
      });
    } else {
      const nothing = { code: "functions/internal", message: "internal [0]" };
      expect(outcomes).toMatchObject({
        before: nothing,
        decision: nothing,
        others: nothing,
        refreshed: false,
      });
      expect(outcomes.signedIn).toMatchObject({ code: "auth/network-request-failed" });
      expect(complaints.join()).toContain("blocked by CORS policy");
    }
  });
}
