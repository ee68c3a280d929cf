import { describe, expect, test } from "vitest";
import { type MailFrame, mailHtml } from "./mail-html.ts";

const ORIGIN = "https://portal.example.org";
const frame: MailFrame = {
  name: "HPAIR",
  accent: "#a41034",
  supportEmail: "help@example.org",
  origin: ORIGIN,
  picture: null,
};
const html = (body: string, more: Partial<MailFrame> = {}, subject = "Your receipt") =>
  mailHtml({ subject, body }, { ...frame, ...more });
const links = (text: string) =>
  [...text.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, address, words]) => [address, words]);
const isButton = (text: string, words: string) => new RegExp(`background:#\\w+[^>]*>${words}</a>`).test(text);
const SUPPORT = ["mailto:help@example.org", "help@example.org"];

describe("the HTML of a mail", () => {
  test("says what its text says, and leads where that leads", () => {
    const said = html(`Dear Mei,\n\nWe have $5.\nThank you.\n\nYour receipt, to print: ${ORIGIN}/r`);
    expect(said).toContain('<p style="margin:0 0 16px">Dear Mei,</p>');
    expect(said).toContain("We have $5.<br>Thank you.");
    expect(links(said)).toEqual([[`${ORIGIN}/r`, "Your receipt, to print"], SUPPORT]);
    expect(isButton(said, "Your receipt, to print")).toBe(true);
  });

  test.each<[what: string, body: string, found: [address: string, words: string][], button: string | null]>([
    [
      "the sentence before a link stays a sentence",
      `Please log in. Then you see the price: ${ORIGIN}/p`,
      [[`${ORIGIN}/p`, "Then you see the price"]],
      "Then you see the price",
    ],
    [
      "only the first link is a button",
      `One: ${ORIGIN}/1\n\nTwo: ${ORIGIN}/2`,
      [
        [`${ORIGIN}/1`, "One"],
        [`${ORIGIN}/2`, "Two"],
      ],
      "One",
    ],
    [
      "a link of many words is no button",
      `If you did not ask for this then please look here at once: ${ORIGIN}/1`,
      [[`${ORIGIN}/1`, "If you did not ask for this then please look here at once"]],
      null,
    ],
    [
      "a link within a sentence ends before its stop",
      `Go to ${ORIGIN}/help?a=1&b=2, please.`,
      [[`${ORIGIN}/help?a=1&amp;b=2`, `${ORIGIN}/help?a=1&amp;b=2`]],
      null,
    ],
    [
      "words never hide an address of others",
      "A prize for you: https://prize.example/x",
      [["https://prize.example/x", "https://prize.example/x"]],
      null,
    ],
    [
      "nor one that only begins like the portal's",
      `A prize: ${ORIGIN}.prize.example/x`,
      [[`${ORIGIN}.prize.example/x`, `${ORIGIN}.prize.example/x`]],
      null,
    ],
  ])("%s", (_, body, found, button) => {
    const said = html(body);
    expect(links(said)).toEqual([...found, SUPPORT]);
    if (button) expect(isButton(said, button)).toBe(true);
    else expect(said).not.toContain("border-radius:10px");
  });

  test("holds what people typed as text", () => {
    const typed = '<img src=x onerror="alert(1)">&';
    const said = html(
      `Dear ${typed},\n\nSee: ${ORIGIN}/"><script>`,
      { name: typed, supportEmail: typed },
      typed,
    );
    expect(said).not.toMatch(/<img|<script|"alert/);
    expect(said).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;");
  });

  test("has the accent of the organisation if it can be read", () => {
    expect(html(`A: ${ORIGIN}/`, { accent: "#004488" })).toContain("background:#004488");
    expect(html(`A: ${ORIGIN}/`, { accent: "#ffff00" })).toContain("background:#a41034");
  });

  test("has a picture only where there is one, and none that says anything", () => {
    expect(html("Dear Mei,")).not.toContain("<img");
    const said = html("Dear Mei,", { picture: `${ORIGIN}/drawings/campus.png` });
    expect(said).toContain(`<img src="${ORIGIN}/drawings/campus.png" width="240" height="180" alt=""`);
  });

  test("weighs little beside its text, and can be read in the dark", () => {
    expect(html("Dear Mei,").length).toBeLessThan(3000);
    expect(html("Dear Mei,")).toContain("prefers-color-scheme:dark");
  });
});
