import { execFileSync } from "node:child_process";
import { expect, type Page } from "@playwright/test";
import { BADGE_SIZES } from "../../app/door/badges.ts";
import { demoAccount, type Portal, test } from "./support.ts";
import { manyHolders } from "./tickets.ts";

/** Names in twelve scripts. Some are short, and some are longer than any name for which the badge is designed. */
const NAMES = [
  ...[
    "Li",
    "Mei Chen",
    "Nguyễn Thị Minh Khai",
    "Ğülşen Öztürk",
    "Þórbjörg Ásgeirsdóttir",
    "Łukasz Brzęczyszczykiewicz",
  ],
  ...[
    "María del Carmen de la Cruz y Fernández-Villaverde",
    "Wolfeschlegelsteinhausenbergerdorff",
    "WWWWWWWWWWWW MMMMMMMM",
  ],
  ...[
    "Rajasekaran Venkatanarasimharajuvaripeta",
    "O’Brien-Ó Súilleabháin",
    "João Pedro Gonçalves da Conceição",
  ],
  ...["張偉明", "欧阳娜娜", "司馬相如諸葛亮慕容雪村", "田中 さくら", "サクラ・キノモト", "小鳥遊 勅使河原"],
  ...["김서연", "남궁 하늘별님구름", "สมชาย ใจดี", "นางสาวกรรณิการ์ ศรีสุวรรณภูมิ"],
  ...["محمد عبد الرحمن الخطيب", "فاطمة الزهراء", "علی‌رضا خسروانی", "שרה כהן", "אברהם בן־דוד הלוי"],
  ...["तेजस्विनी श्रीनिवासन", "अनन्या शर्मा", "নিবেদিতা চট্টোপাধ্যায়", "আব্দুল্লাহ আল মামুন"],
  ...["நிவேதிதா சுப்பிரமணியன்", "அருண்", "Ђорђе Петровић", "Александра Щербакова-Жемчужникова"],
  ...["Αλέξανδρος Παπαδόπουλος", "Ιωάννα", "Արմեն Հովհաննիսյան", "გიორგი მჭედლიშვილი", "Zoë 陳 (Joy)"],
];

test("no name leaves its badge, whatever its script and the size of the label", async ({
  context,
  page,
  portal,
  origin,
}) => {
  test.setTimeout(180_000);
  expect(NAMES).toHaveLength(40);
  const holders = await manyHolders(origin, NAMES.length);
  for (const [index, { uid }] of holders.entries()) await nameForBadge(portal, uid, NAMES[index]!);
  await portal.signIn(context, demoAccount("door"));
  const outside: unknown[] = [];
  for (const size of Object.keys(BADGE_SIZES)) {
    const seen: string[] = [];
    for (const number of [1, 2]) {
      await page.goto(`/admin/badges?size=${size}&page=${number}`);
      const badges = await page.locator("svg.badge").evaluateAll(measureBadges);
      seen.push(...badges.map(({ name }) => name));
      outside.push(...badges.flatMap(({ name, beyond }) => beyond.map((text) => [size, name, text])));
    }
    expect(seen).toEqual(expect.arrayContaining(NAMES.map((name) => name.replace(/\s/g, ""))));
  }
  expect(outside).toEqual([]);
  for (const { uid } of holders)
    await portal.query("UPDATE holdings SET state = 'ended', until = since WHERE uid = ?", uid);
});

/** Runs in the page. Returns the name on each badge, without spaces, and the texts that reach beyond the badge. */
function measureBadges(badges: (SVGElement | HTMLElement)[]): { name: string; beyond: string[] }[] {
  return (badges as SVGSVGElement[]).map((badge) => {
    const { width, height } = badge.viewBox.baseVal;
    const lines = [...badge.querySelectorAll("text")];
    const name = lines.flatMap((line) => (line.matches(".badge-name") ? [line.textContent ?? ""] : []));
    return {
      name: name.join("").replace(/\s/g, ""),
      beyond: lines.flatMap((line) => {
        const box = line.getBBox();
        const isInside =
          box.x >= 0 &&
          box.x + box.width <= width &&
          box.y >= -height * 0.02 &&
          box.y + box.height <= height * 1.02;
        return isInside ? [] : [`${line.textContent}: ${box.x} ${box.width} of ${width}`];
      }),
    };
  });
}

/** Gives somebody a name for the badge. The ticket shows it too. */
const nameForBadge = (portal: Portal, uid: string, text: string) =>
  portal.query(
    "INSERT OR REPLACE INTO detail_changes SELECT conference_id, uid, 1, ?, 0, 0 FROM applications WHERE uid = ?",
    JSON.stringify({ badgeName: { from: "", to: text } }),
    uid,
  );

/** The widths at which a sheet is measured: a phone, and paper within its margins (A4 180 mm, Letter 186 mm). */
const WIDTHS = [
  { width: 320, media: "screen" },
  { width: 680, media: "print" },
  { width: 703, media: "print" },
] as const;

/** The texts with this name that reach beyond the sheet. If the name is nowhere, the result says so instead. */
const leaving = (page: Page, sheet: string, name: string) =>
  page.evaluate(
    ([sheet, name]) => {
      const paper = document.querySelector(sheet!)!.getBoundingClientRect();
      const named = [...document.querySelectorAll(`${sheet} :is(bdi, dd)`)].filter((one) =>
        one.textContent?.includes(name!),
      );
      if (named.length === 0) return ["no such name"];
      return named.flatMap((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const isInside = [...range.getClientRects()].every(
          ({ left, right, top, bottom }) =>
            left >= paper.left &&
            right <= paper.right + 0.5 &&
            top >= paper.top &&
            bottom <= paper.bottom + 0.5,
        );
        return isInside && document.documentElement.scrollWidth <= innerWidth ? [] : [one.textContent];
      });
    },
    [sheet, name] as const,
  );

/** How many sheets of paper a page takes. */
const sheetsOf = async (page: Page, format: "A4" | "Letter") =>
  [...(await page.pdf({ format })).toString("latin1").matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;

test("no name leaves its ticket or its letter, on a phone or on one sheet of paper", async ({
  page,
  portal,
  browserName,
}) => {
  test.setTimeout(400_000);
  const account = await portal.accountLike("signed");
  await portal.pay(account.uid);
  await portal.signIn(page.context(), account);
  const wrong: unknown[] = [];
  // Ticket and letter are each printed on both papers in turn.
  const formats: ("A4" | "Letter")[] = ["A4", "A4", "Letter", "Letter"];
  const measure = async (what: string, sheet: string, name: string) => {
    for (const { width, media } of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ media });
      const found = await leaving(page, sheet, name);
      if (found.length > 0) wrong.push([what, name, width, found]);
    }
    // Without this, the PDF would show the page as on a screen.
    await page.emulateMedia({ media: null });
    // Only Chromium makes a PDF.
    if (browserName !== "chromium") return;
    const format = formats.shift()!;
    formats.push(format);
    const sheets = await sheetsOf(page, format);
    if (sheets !== 1) wrong.push([what, name, format, sheets]);
  };
  for (const name of NAMES) {
    await nameForBadge(portal, account.uid, name);
    await page.goto("/ticket");
    await measure("ticket", ".card", name);
    await page.goto("/ticket.svg");
    const cut = await page.evaluate(() => {
      const picture = document.documentElement as unknown as SVGSVGElement;
      const { width, height } = picture.viewBox.baseVal;
      return [...picture.querySelectorAll("text")].flatMap((line) => {
        const box = line.getBBox();
        const isInside =
          box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
        return isInside ? [] : [line.textContent];
      });
    });
    if (cut.length > 0) wrong.push(["picture", name, cut]);
    // A letter says the name that the application has when the letter is issued, and keeps that name.
    await portal.query(
      `UPDATE answers SET answers = json_set(answers, '$.firstName', ?, '$.middleName', '', '$.lastName', '')
        WHERE uid = ? AND section_id = 'about'`,
      ...[name, account.uid],
    );
    await portal.query("DELETE FROM letters WHERE uid = ?", account.uid);
    await page.goto("/letters");
    await page.getByRole("button", { name: /letter of acceptance$/ }).click();
    await page.locator(".letter").waitFor();
    await measure("letter", ".letter > .card", name);
  }
  expect(wrong).toEqual([]);
});

/** Whether this computer has a font with this sign. */
const hasFont = (sign: string) =>
  execFileSync("fc-list", [`:charset=${sign.codePointAt(0)!.toString(16)}`, "family"]).length > 0;

test("every sign of these names is drawn for which the computer has a font", async ({ page }) => {
  const signs = [...new Set(NAMES.join(""))].filter((sign) => !/[\p{M}\p{Cf}\s]/u.test(sign));
  await page.goto("/");
  const missing = await page.evaluate((signs) => {
    const { fontFamily } = getComputedStyle(document.body);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d", { willReadFrequently: true })!;
    const drawn = (sign: string) => {
      pen.clearRect(0, 0, 64, 64);
      pen.font = `40px ${fontFamily}`;
      pen.fillText(sign, 8, 48);
      return pen.getImageData(0, 0, 64, 64).data.join();
    };
    // No font has a sign for the last code point. So the browser draws here what it draws for every missing sign.
    const nothing = drawn("\u{10FFFE}");
    return signs.filter((sign) => drawn(sign) === nothing);
  }, signs);
  const covered = signs.filter(hasFont);
  test
    .info()
    .annotations.push({ type: "signs with a font", description: `${covered.length} of ${signs.length}` });
  expect(missing.filter((sign) => covered.includes(sign))).toEqual([]);
  expect(covered.length).toBeGreaterThan(100);
});
