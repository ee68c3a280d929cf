import { expect } from "@playwright/test";
import { test } from "./support.ts";

const PHONES = [
  { width: 390, height: 664 },
  { width: 320, height: 640 },
];

for (const viewport of PHONES) {
  test(`a visitor reads on the first screen what the conference is, and can begin (${viewport.width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto("/");
    // Only the demo has a strip above the page, so the height of the strip does not count.
    const strip = await page.locator(".demo").boundingBox();
    await page.setViewportSize({ ...viewport, height: viewport.height + Math.ceil(strip?.height ?? 0) });
    const create = page.getByRole("link", { name: "Create an account" });
    for (const words of ["Asia Conference 2023", "17–19 February 2023", "$495", "Virtual Summit"]) {
      await expect(page.getByText(words).first()).toBeInViewport({ ratio: 1 });
    }
    await expect(create).toBeInViewport({ ratio: 1 });
    await create.click();
    await expect(page.getByLabel("E-mail")).toBeInViewport({ ratio: 1 });
  });
}

test("the facts stand beside the form where there is room", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/");
  const [facts, form] = await Promise.all(
    [page.getByText("17–19 February 2023").first(), page.getByLabel("E-mail")].map((part) =>
      part.boundingBox(),
    ),
  );
  expect(facts!.x + facts!.width).toBeLessThan(form!.x);
  await expect(page.getByLabel("E-mail")).toBeInViewport();
});

for (const [account, path, way] of [
  ["accepted", "/decision", "Harvard Conference ticket: read the terms, then pay"],
  ["goldplus", "/", "Your ticket, with its code"],
] as const) {
  test(`what is next stands before the drawing and the notices (${account})`, async ({ page, portal }) => {
    const person = await portal.accountLike(account);
    if (account === "goldplus") await portal.pay(person.uid);
    await portal.signIn(page.context(), person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    // Only the demo has a strip above the page, so the height of the strip does not count.
    const strip = await page.locator(".demo").boundingBox();
    await page.setViewportSize({ width: 390, height: 844 + Math.ceil(strip?.height ?? 0) });
    const next = page.getByRole("link", { name: way }).first();
    await expect(next).toBeInViewport({ ratio: 1 });
    const notices = page.getByRole("complementary", { name: "Notifications" });
    const [button, below] = await Promise.all([next.boundingBox(), notices.boundingBox()]);
    expect(button!.y + button!.height).toBeLessThan(below!.y);
  });
}
