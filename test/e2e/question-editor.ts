import type { Page } from "@playwright/test";
import { editionMessages } from "../../app/editions/messages.ts";

/** The editor of questions as a browser sees it. */

export const editorOf = (section: string) => `/admin/editions/aconf_2023/questions/${section}`;

export const questionCard = (page: Page, title: string) =>
  page.locator(".item").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Opens the rows of a page that edits several things. */
export async function openRows(page: Page): Promise<void> {
  for (const row of await page
    .locator(".item:not([open]) > summary")
    .all()
    .then((rows) => rows.reverse()))
    await row.click();
}

/** The question as delegates will see it. */
export const shownIn = (page: Page, title: string) =>
  questionCard(page, title).getByRole("group", { name: editionMessages.asShown });

/**
 * Waits until React has taken the page over. The page's own module, which defines `unsaved-changes`, is loaded only
 * after that.
 */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => customElements.get("unsaved-changes") !== undefined);

/** Returns a list of the browser's complaints. It is empty at first, and every later complaint is added to it. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`refused: ${violatedDirective} ${blockedURI}`),
    ),
  );
  return complaints;
}
