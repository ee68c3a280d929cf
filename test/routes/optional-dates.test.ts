import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { CONFERENCE } from "../support/people.ts";

// If somebody types only a part of a date, a browser posts nothing for it. So a form in which a date may be empty lets
// the browser check it. The browser must find nothing else to say, because the sentences of the portal are better.

test.each([
  ["/admin/grants", "lastDay"],
  ["/admin/manage-staff", "lastDay"],
  [`/admin/manage-staff/${demoUid("reviewer")}`, "lastDay"],
  ["/notifications", "showFrom"],
  ["/admin/waiting", "stopsAt"],
  [`/admin/editions/${CONFERENCE}/events`, "firstDay"],
  [`/admin/editions/${CONFERENCE}/passes`, "saleFrom"],
])("%s: the browser checks %s, and nothing else", async (path, field) => {
  const { html } = await (await signedIn("director")).open(path);
  const forms = [...html.matchAll(/<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form);
  const [form, ...others] = forms.filter((one) => new RegExp(`name="[^"]*\\b${field}"`).test(one));
  expect(others).toEqual([]);
  expect(form!.match(/<form[^>]*>/)![0]).not.toMatch(/novalidate/i);
  const checked = [...form!.matchAll(/<(?:input|select|textarea)[^>]*>/g)]
    .map(([control]) => control)
    .filter((control) =>
      /\s(?:required|pattern|min|max|minlength|step)[\s=>]|type="(?:email|url|number|month|week)"/i.test(
        control,
      ),
    );
  expect(checked).toEqual([]);
});
