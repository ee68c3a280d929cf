import { expect } from "vitest";
import type { Browser, Page } from "./browser.ts";

export const UPLOAD = "/admin/upload-decisions";

/** Uploads a file and opens the page of the plan that was made from it. */
export async function planned(
  director: Browser,
  file: File,
  fields: Record<string, string> = {},
): Promise<Page> {
  const answer = await director.upload(UPLOAD, { file, ...fields });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return director.open(answer.headers.get("Location")!);
}

/** The label of the button that applies a plan; undefined if there is no such button. */
export const applyButton = (page: Page) =>
  page.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "apply")?.text;

/** Applies a plan and opens its page afterwards. */
export async function applied(plan: Page): Promise<Page> {
  const answer = await plan.press(applyButton(plan)!);
  expect(answer.status, answer.text).toBe(302);
  return answer.follow();
}
