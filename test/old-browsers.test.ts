import postcss, { parse } from "postcss";
import { expect, test } from "vitest";
import { layersInOrder, plainValues } from "../scripts/old-browsers.ts";
import { runTogether, tooNewIn } from "./support/old-browsers.ts";

const sent = (css: string, ...plugins: postcss.AcceptedPlugin[]) =>
  postcss(plugins).process(css, { from: undefined }).css.replaceAll(/\s+/g, " ").trim();

/* ------------------------------------------------------------------ what the build does */

test("rules follow those of the layers named before theirs, and no layer is left", () => {
  const written = `@layer base, components; @layer components { .a { top: 1px } } @layer base { a { top: 0 } }
    @layer components { .b { top: 2px } }`;
  expect(sent(written, layersInOrder())).toBe("a { top: 0 } .a { top: 1px } .b { top: 2px }");
});

test("a sheet may name its order again, as one that imports another does", () => {
  const written =
    "@layer base, print; @layer base, print; @layer print { a { top: 1px } } @layer base { a { top: 0 } }";
  expect(sent(written, layersInOrder())).toBe("a { top: 0 } a { top: 1px }");
});

test("a layer that has no place, or stands in a rule, stops the build", () => {
  expect(() => sent("@layer base; @layer bases { a { top: 0 } }", layersInOrder())).toThrow(
    'the layer "bases"',
  );
  expect(() => sent("@layer base; @media print { @layer base { a { top: 0 } } }", layersInOrder())).toThrow(
    "cannot stand in another rule",
  );
});

test("the colour of the day, a text alone, the least padding and the side stand before what small browsers do not know", () => {
  const palette = parse(":root { --ink: #000; --gap: 1px } @media print { :root { --ink: #111 } }");
  const plain = (css: string) => sent(css, plainValues(palette));
  expect(plain("a { color: var(--ink) }")).toBe("a { color: #000; color: var(--ink) }");
  expect(plain('a { content: "!" / "" }')).toBe('a { content: "!"; content: "!" / "" }');
  expect(plain('a { content: attr(data-key) / "" }')).toBe(
    'a { content: attr(data-key); content: attr(data-key) / "" }',
  );
  expect(plain("a { padding: clamp(1rem, 4vw, 2rem) 0 }")).toBe(
    "a { padding: 1rem 0; padding: clamp(1rem, 4vw, 2rem) 0 }",
  );
  expect(plain("a { text-align: end }")).toBe("a { text-align: right; text-align: end }");
  for (const kept of ["a { color: var(--tone) }", "a { border-color: var(--ink) }", 'a { content: "" }'])
    expect(plain(kept)).toBe(kept);
});

/* ------------------------------------------------------------------ what the pages are searched for */

test.each([
  "@layer base { a { top: 0 } }",
  "@layer base;",
  "a { &:hover { top: 0 } }",
  "a { > b { top: 0 } }",
  "@media (width > 40rem) { a { top: 0 } }",
  "@container (min-width: 1px) { a { top: 0 } }",
  "a { translate: 0 1px }",
  "a { color: oklch(0 0 0) }",
  "a { border-color: color-mix(in srgb, #000, #fff) }",
  "a { color: var(--ink) }",
  'a { content: "!" / "" }',
])("%s is too new", (css) => {
  expect(tooNewIn(css)).toHaveLength(1);
});

test.each([
  "a { color: #000; color: var(--ink) }",
  "a { color: #000; color: oklch(0 0 0) }",
  "@media (min-width: 1px) { a { transform: none } }",
  "@keyframes turn { to { transform: none } }",
  "a { color: var(--tone) }",
])("%s is understood or has something else before it", (css) => {
  expect(tooNewIn(css)).toEqual([]);
});

test.each([
  "<a>one</a><a>two</a>",
  "<button>one</button><button>two</button>",
  "<span>one</span><span>two</span>",
  "<b>Total:</b><span>two</span>",
  "<a><span>one</span></a>two",
  "<label>one</label><!-- --><span>two</span>",
  "<nav><a>one</a></nav><main>two</main>",
  "one<own-time>two</own-time>",
])("%s runs together", (html) => {
  expect(runTogether(html)).toHaveLength(1);
});

test.each([
  "<a>one</a> <a>two</a>",
  "<p>one</p><p>two</p>",
  "word<b>s</b>",
  "<b>w</b>ord",
  "<span>one</span><br/><span>two</span>",
  "one<span> two</span>",
  "<span>one</span>.",
  "<nav><a>one</a></nav> <main>two</main>",
  "<nav><a>one</a></nav><main><h1>two</h1></main>",
  "<b>one</b>'s",
  "<style>a{}</style>one",
])("%s does not run together", (html) => {
  expect(runTogether(html)).toEqual([]);
});
