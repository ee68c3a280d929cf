import { beforeEach, expect, test, vi } from "vitest";
import { applicant, storedAnswers, submittedAt } from "../support/applying.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { PASSWORD } from "../support/people.ts";
import { SIGN_IN, SIGN_UP } from "../support/programs.ts";
import { Resend } from "../support/resend.ts";
import { row, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

/** Characters that reverse the text after them, that are invisible, or that Unicode does not count as characters. */
const TRICKS = "\u202e\u2066\u200b\ufdd0\u{e0041}";
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\u200b\ufdd0\u{e0000}-\u{e007f}]/u;

beforeEach(() => run("DELETE FROM counters"));

test("an answer holds what can be seen of it, on one line if it has one, with the joiners of its script", async () => {
  const person = await applicant({
    firstName: `Mei${TRICKS} می\u200cخواهم`,
    lastName: `Ch${TRICKS}en\r\nLi\u0007`,
    motivation: `One ${TRICKS}line\r\n\r\nand\tanother 👩\u200d🎓`,
  });
  expect((await storedAnswers(person, "about"))!.answers).toMatchObject({
    firstName: "Mei می\u200cخواهم",
    lastName: "Chen Li",
  });
  expect((await storedAnswers(person, "essays"))!.answers.motivation).toBe(
    "One line\n\nand\tanother 👩\u200d🎓",
  );
});

test("a name of nothing that can be seen is none", async () => {
  const person = await applicant({ firstName: "\u3164\u200b" });
  const check = await person.browser.open("/application/check");
  expect((await check.press("Submit application")).status).toBe(409);
  expect(await submittedAt(person)).toBeNull();
});

test("what the staff write holds what can be seen", async () => {
  const { uid } = await applicant();
  const director = await signedIn("director");
  const comment = { intent: "comment", comment: `Good ${TRICKS}essay` };
  expect((await director.post(`/admin/delegates/${uid}`, comment)).status).toBe(302);
  expect(await row("SELECT text FROM comments WHERE uid = ?", uid)).toEqual({ text: "Good essay" });
});

test("programs bring in plain text too, and a password stays as it was typed", async () => {
  const signIn = (email: string, password: string) =>
    new Browser().fetch(SIGN_IN, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
  expect((await signIn(`\u200bdirector@hpair.example${TRICKS}`, PASSWORD)).status).toBe(200);
  expect((await signIn("director@hpair.example", PASSWORD + TRICKS)).status).toBe(400);
  const email = "plain-text@hpair.example";
  const account = { email, password: `fine${TRICKS}words`, returnSecureToken: true };
  const made = await new Browser().fetch(SIGN_UP, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(account),
  });
  expect(made.status).toBe(200);
  expect((await signIn(email, "finewords")).status).toBe(400);
  expect((await signIn(email, `fine${TRICKS}words`)).status).toBe(200);
});

test("what was stored before is shown, written to files and mailed without it", async () => {
  const person = await applicant();
  await run(
    "UPDATE answers SET answers = json_set(answers, '$.firstName', ?) WHERE uid = ? AND section_id = 'about'",
    `Mei${TRICKS}`,
    person.uid,
  );
  const check = await person.browser.open("/application/check");
  expect(check.html).toContain("Mei");
  expect(check.html).not.toMatch(UNSEEN);
  const director = await signedIn("director");
  // The first page hydrates, and the second one does not.
  for (const path of [`/admin/delegates/${person.uid}`, "/admin/delegates"]) {
    expect((await director.open(path)).html, path).not.toMatch(UNSEEN);
  }
  const file = await (await director.get("/admin/applications.csv")).text();
  expect(file).toContain(person.uid);
  expect(file).not.toMatch(UNSEEN);

  const key = `plain:${person.uid}`;
  await run(
    `INSERT INTO outbox (id, event_key, recipient, subject, body, failures, created_at, due_at)
      VALUES (?, ?, ?, ?, ?, 0, ?, 1)`,
    ...[person.uid, key, person.email, `For Mei${TRICKS}`, `Dear Mei${TRICKS},\n\nwelcome.`, Date.now()],
  );
  const provider = new Resend();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...asked) => {
    const { status, body, headers } = await provider.answer(new Request(...asked));
    return new Response(body, { status, headers });
  });
  await keepHouse({ MAILER: "resend", RESEND_API_KEY: provider.apiKey, MAIL_FROM: "HPAIR <a@example.org>" });
  expect(provider.to(person.email)).toMatchObject([
    { key, subject: "For Mei", text: "Dear Mei,\n\nwelcome." },
  ]);
});
