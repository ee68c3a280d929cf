import { expect } from "@playwright/test";
import { BADGE_SIZES } from "../../app/door/badges.ts";
import { demoAccount, test } from "./support.ts";

/** Names in twelve scripts, from the shortest to longer ones than a badge was made for. */
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

test("no name leaves its badge, whatever its script", async ({ page, portal }) => {
  test.setTimeout(180_000);
  expect(NAMES).toHaveLength(40);
  const account = await portal.accountLike("signed");
  await portal.pay(account.uid);
  await portal.signIn(page.context(), demoAccount("door"));
  const name = (text: string) =>
    portal.query(
      "INSERT OR REPLACE INTO detail_changes SELECT conference_id, uid, 1, ?, 0, 0 FROM applications WHERE uid = ?",
      JSON.stringify({ badgeName: { from: "", to: text } }),
      account.uid,
    );
  const outside: unknown[] = [];
  for (const [index, text] of NAMES.entries()) {
    await name(text);
    const size = Object.keys(BADGE_SIZES)[index % 3]!;
    await page.goto(`/admin/badges?size=${size}`);
    const label = page.locator("svg.badge", { has: page.locator("text.badge-name") });
    const found = await label.evaluateAll((badges, text) => {
      const tidy = (said: string) => said.replace(/\s/g, "");
      const badge = badges.find((one) => {
        const lines = [...one.querySelectorAll("text.badge-name")].map((line) => line.textContent ?? "");
        return tidy(lines.join("")) === tidy(text);
      }) as SVGSVGElement | undefined;
      if (!badge) return "no such name";
      const { width, height } = badge.viewBox.baseVal;
      return [...badge.querySelectorAll("text")].flatMap((line) => {
        const box = line.getBBox();
        const isInside =
          box.x >= 0 &&
          box.x + box.width <= width &&
          box.y >= -height * 0.02 &&
          box.y + box.height <= height * 1.02;
        return isInside ? [] : [`${line.textContent}: ${box.x} ${box.width} of ${width}`];
      });
    }, text);
    if (found === "no such name" || found.length > 0) outside.push([size, text, found]);
  }
  expect(outside).toEqual([]);
});
