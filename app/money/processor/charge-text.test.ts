import { describe, expect, it } from "vitest";
import type { Carried, CarriedPass } from "~/platform/ports/card-processor.server.ts";
import { decodeCarried, encodeCarried } from "./charge-text.server.ts";

const carried = (more: Partial<CarriedPass> = {}): CarriedPass => ({
  passType: "goldPlus",
  conferenceId: "aconf_2023",
  uid: "abcdefghijklmnopqrst",
  addOns: {},
  ...more,
});

describe("what a charge carries", () => {
  it.each<[Carried, string]>([
    [{ uid: "abcdefghijklmnopqrst", months: 12 }, "subscription abcdefghijklmnopqrst 12"],
    [{ uid: "a b=c%", months: 1 }, "subscription a%20b%3Dc%25 1"],
    [
      { conferenceId: "aconf_2023", uid: "abcdefghijklmnopqrst", people: 10 },
      "group aconf_2023 abcdefghijklmnopqrst 10",
    ],
    [{ conferenceId: "a b", uid: "c=d", people: 1 }, "group a%20b c%3Dd 1"],
    [carried(), "goldPlus aconf_2023 abcdefghijklmnopqrst"],
    [carried({ passType: "gold" }), "gold aconf_2023 abcdefghijklmnopqrst"],
    [
      carried({ addOns: { h2023shirtblack: "M", h2023mug: true } }),
      "goldPlus aconf_2023 abcdefghijklmnopqrst h2023mug h2023shirtblack=M",
    ],
    [
      carried({ uid: "a b=c%", addOns: { "size = é": "X L", "10": true, "9": "true" } }),
      "goldPlus aconf_2023 a%20b%3Dc%25 10 9=true size%20%3D%20%C3%A9=X%20L",
    ],
    [
      carried({ addOns: { h2023mug: true }, addOnsAlone: true }),
      "add-ons goldPlus aconf_2023 abcdefghijklmnopqrst h2023mug",
    ],
    [carried({ addOns: { valueOf: "M" } }), "goldPlus aconf_2023 abcdefghijklmnopqrst valueOf=M"],
  ])("%j is written %s and read back", (value, text) => {
    expect(encodeCarried(value)).toBe(text);
    expect(decodeCarried(text)).toEqual(value);
  });

  it.each([
    [""],
    ["HPAIR membership"],
    ["goldPlus"],
    ["goldPlus aconf_2023"],
    ["silver aconf_2023 uid"],
    ["group aconf_2023 uid"],
    ["group aconf_2023 uid 0"],
    ["group aconf_2023 uid 1.5"],
    ["group aconf_2023 uid 010"],
    ["group  uid 10"],
    ["group aconf_2023 uid 10 goldPlus"],
    ["GoldPlus aconf_2023 uid"],
    [" goldPlus aconf_2023 uid"],
    ["goldPlus aconf_2023 uid "],
    ["goldPlus  aconf_2023 uid"],
    ["goldPlus aconf_2023 uid  mug"],
    ["goldPlus aconf_2023 uid mug mug"],
    ["goldPlus aconf_2023 uid mug=M mug=L"],
    ["goldPlus aconf_2023 uid shirt mug"],
    ["goldPlus aconf_2023 uid shirt=M=L"],
    ["goldPlus aconf_2023 uid =M"],
    ["goldPlus aconf_2023 uid=x"],
    ["goldPlus aconf=x uid"],
    ["goldPlus aconf_2023 %"],
    ["goldPlus aconf_2023 %41"],
    ["goldPlus aconf_2023 uid %C3"],
    ["goldPlus aconf_2023 uid\nmug"],
    ["gold+plus aconf_2023 uid"],
    ["add-ons"],
    ["add-ons goldPlus"],
    ["add-ons subscription uid 12"],
    ["add-ons add-ons goldPlus aconf_2023 uid mug"],
    ["add-ons  goldPlus aconf_2023 uid mug"],
    ["subscription"],
    ["subscription uid"],
    ["subscription  12"],
    ["subscription uid 0"],
    ["subscription uid 1.5"],
    ["subscription uid 012"],
    ["subscription uid 12 "],
    ["subscription uid 12 mug"],
    ["subscription uid twelve"],
  ])("%j is not ours", (text) => {
    expect(decodeCarried(text)).toBeNull();
  });

  it("does not break on half a character", () => {
    expect(encodeCarried(carried({ uid: "a\uD800" }))).toBe("goldPlus aconf_2023 a%EF%BF%BD");
  });
});
