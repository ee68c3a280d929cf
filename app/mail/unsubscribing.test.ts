import { expect, test } from "vitest";
import { isOneClick, isUnsubscribing } from "./unsubscribing.ts";

test.each([
  ["/unsubscribe/a.b", true],
  ["/unsubscribe/", false],
  ["/unsubscribe", false],
  ["/unsubscribe/a/b", false],
  ["/Unsubscribe/a.b", false],
  ["/x/unsubscribe/a.b", false],
  ["/change-email", false],
])("a mail program may post to %s without a cookie: %s", (pathname, may) => {
  expect(isUnsubscribing(pathname)).toBe(may);
});

test.each([
  ["List-Unsubscribe", "One-Click", true],
  ["List-Unsubscribe", "one-click", false],
  ["list-unsubscribe", "One-Click", false],
  ["intent", "stop", false],
])("a form with %s=%s is that of a mail program: %s", (name, value, is) => {
  const form = new FormData();
  form.set(name, value);
  expect(isOneClick(form)).toBe(is);
});
