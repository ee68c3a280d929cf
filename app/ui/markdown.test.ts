import { expect, test } from "vitest";
import { htmlOf } from "./markdown.ts";

test.each([
  ["a paragraph", "Welcome **all**.", "<p>Welcome <strong>all</strong>.</p>"],
  ["a list", "- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"],
  [
    "a link to the web",
    "[us](https://example.org/a?b=1&c=2)",
    '<p><a href="https://example.org/a?b=1&amp;c=2">us</a></p>',
  ],
  [
    "a link to an address",
    "<help@example.org>",
    '<p><a href="mailto:help@example.org">help@example.org</a></p>',
  ],
  ["a link to a page", "[Pay](/register)", '<p><a href="/register">Pay</a></p>'],
])("%s is rendered", (_case, markdown, html) => {
  expect(htmlOf(markdown)).toBe(html);
});

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["an element with a handler", '<b onclick="alert(1)">x</b>'],
  ["an HTML comment", "<!-- <script>alert(1)</script> -->"],
  ["an unclosed comment", "a <!-- b"],
  ["a javascript: link", "[x](javascript:alert(1))"],
  ["a javascript: link in disguise", "[x](JaVaScRiPt&colon;alert(1))"],
  ["a javascript: link with a line feed", "[x](java&#10;script:alert(1))"],
  ["a javascript: link by reference", "[x][1]\n\n[1]: javascript:alert(1)"],
  ["an automatic javascript: link", "<javascript:alert(1)>"],
  ["a data: link", "[x](data:text/html;base64,PHNjcmlwdD4=)"],
  ["a vbscript: link", "[x](vbscript:msgbox)"],
  ["a plain http link", "[x](http://example.org)"],
  ["a link to another host without a scheme", "[x](//example.org/)"],
  ["a link to another host with a backslash", "[x](/\\\\example.org/)"],
  ["a relative link", "[x](admin)"],
  ["a picture", "![x](https://example.org/a.png)"],
  ["a picture with a title", '![x](https://example.org/a.png "t")'],
  ["a picture in a bad link", "[![x](https://example.org/a.png)](javascript:alert(1))"],
  ["a nested link", "[a [b](javascript:alert(1)) c](javascript:alert(2))"],
  ["a link title that breaks out", '[x](javascript:1 "\\"><script>alert(1)</script>")'],
])("%s is only text", (_case, markdown) => {
  const html = htmlOf(markdown);
  expect(html).not.toMatch(/<(?!\/?(p|em|strong|ul|ol|li|blockquote|code|pre|h[1-6]|hr|br)\b)/i);
  expect(html).not.toMatch(/<[^>]*\b(href|src|on\w+|style)=/i);
});

test("a good link keeps no title, and a picture inside it leaves its words", () => {
  expect(htmlOf('[x](https://example.org "t")')).toBe('<p><a href="https://example.org">x</a></p>');
  expect(htmlOf("[![the map](https://example.org/a.png)](/map)")).toBe('<p><a href="/map">the map</a></p>');
});

test.each([
  ["Markdown", "**a** [b](javascript:alert(1)) `c`", "**a** [b](javascript:alert(1)) `c`"],
  ["HTML", "<script>alert('1')</script>", "&lt;script&gt;alert('1')&lt;/script&gt;"],
  ["another placeholder", "{conference}", "{conference}"],
  ["a replacement pattern", "$& $1 $`", "$&amp; $1 $`"],
  ["an entity", "&amp;", "&amp;amp;"],
])("a value with %s is text", (_case, value, text) => {
  expect(htmlOf("Hello {name}!", { name: value, conference: "C" })).toBe(`<p>Hello ${text}!</p>`);
});

test("a placeholder stands in bold and lists, and in no address", () => {
  const values = { event: "The Conference", evil: "javascript:alert(1)" };
  expect(htmlOf("**{event}**\n\n- {event}", values)).toBe(
    "<p><strong>The Conference</strong></p>\n<ul>\n<li>The Conference</li>\n</ul>",
  );
  expect(htmlOf("[x]({evil})", values)).toBe("<p>x</p>");
  expect(htmlOf("[x](https://{evil})", values)).toBe("<p>x</p>");
});

test("a placeholder without a value stays as it was written", () => {
  expect(htmlOf("{nobody} {toString} { a }")).toBe("<p>{nobody} {toString} { a }</p>");
});

test("a sign that stands for a placeholder inside cannot be typed", () => {
  expect(htmlOf("\uE000event\uE001", { event: "x" })).toBe("<p>event</p>");
});
