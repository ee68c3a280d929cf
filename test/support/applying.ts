import { expect } from "vitest";
import type { Browser } from "./browser.ts";
import { type Delegate, delegate } from "./people.ts";
import { rows } from "./storage.ts";

/** The answers of a complete application, by section. */
export const COMPLETE: Record<string, Record<string, string>> = {
  about: {
    firstName: "Mei",
    middleName: "",
    lastName: "Chen",
    oneName: "",
    dateOfBirth: "2001-05-06",
    phone: "+85251234567",
    nationality: "HK",
    residence: "GB",
  },
  education: {
    institution: "The University of Hong Kong",
    level: "Undergraduate",
    otherLevel: "",
    field: "Economics",
    graduationYear: "2024",
  },
  participation: {
    participation: "In person",
    linkedIn: "",
    dietary: "",
    accessNeeds: "",
    emergencyName: "Li Chen",
    emergencyPhone: "+85251234568",
  },
  essays: { motivation: "A moment.", challenge: "A problem.", contribution: "A disagreement." },
  scholarship: { scholarship: "No", scholarshipAmount: "", scholarshipStatement: "" },
};

/** Saves a section as a draft. */
export const save = (browser: Browser, section: string, answers: Record<string, string>, version = "0") =>
  browser.post(`/application/${section}`, { ...answers, version, intent: "save" });

/** The stored row of a section; undefined before the first save. */
export const storedAnswers = async ({ uid }: { uid: string }, section: string) => {
  const sql = "SELECT version, answers FROM answers WHERE uid = ? AND section_id = ?";
  const [found] = await rows<{ version: number; answers: string }>(sql, uid, section);
  return found && { version: found.version, answers: JSON.parse(found.answers) };
};
export const submittedAt = async ({ uid }: { uid: string }) => {
  const [found] = await rows<{ submitted_at: number | null }>(
    "SELECT submitted_at FROM applications WHERE uid = ?",
    uid,
  );
  return found?.submitted_at ?? null;
};

/** A delegate whose application is completely filled in; `changes` replace some of the answers. */
export async function applicant(changes: Record<string, string> = {}): Promise<Delegate> {
  const person = await delegate();
  for (const [section, answers] of Object.entries(COMPLETE)) {
    const changed = Object.keys(answers).filter((id) => id in changes);
    const sent = { ...answers, ...Object.fromEntries(changed.map((id) => [id, changes[id]!])) };
    expect((await save(person.browser, section, sent)).status).toBe(302);
  }
  expect((await upload(person.browser, "resume", new File([PDF], "resume.pdf"))).status).toBe(302);
  return person;
}

/** Checks the answers and presses the button that submits them. */
export const submit = async (browser: Browser) =>
  (await browser.open("/application/check")).press("Submit application");

export const text = (content: string) => new TextEncoder().encode(content);
export const PDF = text("%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n");
export function upload(browser: Browser, question: string, file: File | string) {
  return browser.upload(`/application/documents?question=${question}`, { file });
}
