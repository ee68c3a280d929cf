import { afterEach, beforeEach, expect, test } from "vitest";
import { applicationMessages } from "~/applications/messages.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { editionMessages } from "~/editions/messages.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../support/editions.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { changingNothing, run } from "../support/storage.ts";
import { mailsOf } from "../support/told.ts";
import { keepHouse } from "../support/worker.ts";

const SUBMITTED = "2022-11-11T18:05:00Z";

await addFormerEdition();

/** A director who looks at the edition of the other tests, which is not the current one here. */
const director = await signedIn("director");
await run("UPDATE sessions SET edition = ?", CONFERENCE);

beforeEach(async () => {
  await stopClockAt("2022-12-17T15:00:00Z");
  await switchTo(FORMER_CONFERENCE);
});

afterEach(async () => {
  await switchBack();
  await restoreClock();
});

test("an application to an edition that is not current is not opened again, because nobody could submit it", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  const path = `/admin/delegates/${person.uid}`;
  const desk = await director.open(path);
  expect(desk.text).toContain("Mei Chen");
  expect(desk.has("Open again")).toBe(false);
  const refused = await changingNothing(
    () => director.post(path, { intent: "reopen", reopen: "A wrong name" }),
    { but: ["sessions"] },
  );
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain(reviewMessages.notCurrent);
  expect(page).toContain("A wrong name");
  await switchBack();
  expect((await director.open(path)).has("Open again")).toBe(true);
});

test("nobody is given a later deadline in an edition that is not current", async () => {
  const person = await delegate();
  const say = applicationMessages.ownDeadline;
  const path = `/admin/delegates/${person.uid}/deadline`;
  const page = await director.open(path);
  expect(page.text).toContain(say.notCurrent);
  expect(page.has("Set the deadline and write to them")).toBe(false);
  expect((await director.open(`/admin/accounts/${person.uid}`)).text).not.toContain("Let them apply late");
  const refused = await changingNothing(
    () =>
      director.post(path, {
        ...{ intent: "give", deadline: "2023-06-13T12:00", round: "regular", reason: "Was in hospital" },
      }),
    { but: ["sessions"] },
  );
  expect(refused.status).toBe(409);
  const again = await refused.text();
  expect(again).toContain(say.notCurrent);
  expect(again).toContain("Was in hospital");
});

test("no place of an edition that is not current is offered by hand", async () => {
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Waitlisted" });
  const say = decisionMessages.waiting;
  const page = await director.open("/admin/waiting");
  expect(page.text).toContain("Mei Chen");
  expect(page.text).toContain(say.notCurrent);
  expect(page.has("Offer places")).toBe(false);
  const refused = await changingNothing(
    () =>
      director.post("/admin/waiting", {
        ...{ intent: "offer", uid: person.uid, passType: "goldPlus", endsAt: "2022-12-19T20:00" },
        pressId: "00000000-0000-4000-8000-000000000001",
      }),
    { but: ["sessions"] },
  );
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(say.notOffered);
});

test("a decision released in an edition that is not current is read among the earlier conferences", async () => {
  await run("UPDATE rounds SET released_at = NULL WHERE id = 'early' AND conference_id = ?", CONFERENCE);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const page = await director.open("/admin/release/early");
  expect(page.text).toContain(decisionMessages.release.notCurrent);
  expect(page.text).not.toContain("Everything is ready");
  expect((await page.press("Release")).status).toBe(302);
  await keepHouse();
  const [mail] = await mailsOf(person.email);
  expect(mail!.body).toContain(`/earlier/${CONFERENCE}`);
  expect(mail!.body).not.toContain("/decision");
  const earlier = await person.browser.open(`/earlier/${CONFERENCE}`);
  expect(earlier.text).toContain("Decision Accepted");
});

test("publishing an edition that is not current says that delegates see another, and who can change that", async () => {
  const page = await director.open(`/admin/editions/${CONFERENCE}/publish`);
  expect(page.text).toContain(editionMessages.publishes.notCurrent);
  expect(page.text).not.toContain(editionMessages.publishes.current);
  expect(page.html).toContain(`/admin/editions/${CONFERENCE}?ask=current`);
  for (const part of ["rounds", "questions/about"]) {
    const { text } = await director.open(`/admin/editions/${CONFERENCE}/${part}`);
    expect(text, part).toContain(editionMessages.draftOf.notCurrent);
    expect(text, part).not.toContain(editionMessages.draftOf.current);
  }
  await switchBack();
  const current = await director.open(`/admin/editions/${CONFERENCE}/publish`);
  expect(current.text).toContain(editionMessages.publishes.current);
  expect(current.html).not.toContain("?ask=current");
});

test("the bank details of an edition are linked only while its pages are chosen", async () => {
  const [chosen, other] = [
    await director.open(`/admin/editions/${CONFERENCE}`),
    await director.open(`/admin/editions/${FORMER_CONFERENCE}`),
  ];
  const main = ({ html }: { html: string }) => html.slice(html.indexOf("<main"));
  expect(main(chosen)).toContain('href="/admin/payments/invoicing"');
  expect(main(other)).not.toContain('href="/admin/payments/invoicing"');
  expect(other.text).toContain(editionMessages.bankDetailsElsewhere);
});
