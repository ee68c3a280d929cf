import { expect, test } from "vitest";
import { piecesOf, placeholdersOf, render, unknownPlaceholders } from "./mail-template.ts";

const values = {
  firstName: "Mei",
  fullName: "Mei Chen",
  conference: "Asia Conference 2023",
  link: "https://x.org/",
};

test("every placeholder is filled in, as often as it stands there", () => {
  const mail = {
    subject: "{firstName}: {conference}",
    body: "Dear {fullName},\n\n{firstName}, go to {link}.",
  };
  expect(render(mail, values)).toEqual({
    mail: { subject: "Mei: Asia Conference 2023", body: "Dear Mei Chen,\n\nMei, go to https://x.org/." },
  });
});

test("what is wrong is all told, each once", () => {
  const mail = { subject: "{name}", body: "{firstName} {name} {} {firstName}" };
  expect(render(mail, { ...values, firstName: " " })).toEqual({
    problems: [
      { placeholder: "name", why: "unknown" },
      { placeholder: "firstName", why: "empty" },
      { placeholder: "", why: "unknown" },
    ],
  });
  expect(unknownPlaceholders(mail)).toEqual(["name", ""]);
  expect(placeholdersOf({ subject: "", body: "{toString}" })).toEqual(["toString"]);
});

test("a value is never read as a placeholder, and a subject stays one line", () => {
  const mail = { subject: "To {fullName}", body: "{fullName} {firstName}" };
  expect(render(mail, { ...values, firstName: "{link}", fullName: "Mei\r\nBcc: x {firstName}" })).toEqual({
    mail: { subject: "To Mei Bcc: x {firstName}", body: "Mei\r\nBcc: x {firstName} {link}" },
  });
});

test("braces that hold no single word are text", () => {
  expect(piecesOf("{a b} } { {x-y}")).toEqual([{ text: "{a b} } { {x-y}" }]);
});
