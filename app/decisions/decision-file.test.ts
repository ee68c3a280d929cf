import { expect, test } from "vitest";
import { tableMessages } from "~/plans/messages.ts";
import { csvHead, csvRow } from "~/values/csv.ts";
import { type DecisionFile, judgeLines, MOST_DECISION_LINES, readDecisionFile } from "./decision-file.ts";
import { decisionMessages } from "./messages.ts";

const said = decisionMessages.file;
const read = (text: string) => readDecisionFile(text, "aconf_2023");

function linesOf(text: string) {
  const file = read(text);
  expect(file).not.toHaveProperty("problem");
  return (file as DecisionFile).lines;
}

test.each([
  ["comma", "email,decision\nmei@x.org,Accepted"],
  ["semicolon", "email;decision\nmei@x.org;Accepted"],
  ["tab, as pasted from a spreadsheet", "email\tdecision\nmei@x.org\tAccepted"],
  ["a byte order mark", "\uFEFFemail,decision\r\nmei@x.org,Accepted\r\n"],
  ["quotes", '"email";"decision"\r\n"mei@x.org";"Accepted"\r\n'],
  ["other columns, other case, another order", "Decision,Name, E ,EMAIL\nAccepted,Chen;Mei,,Mei@X.org "],
])("the columns are found by the header: %s", (_, text) => {
  expect(linesOf(text)).toMatchObject([
    { line: 2, candidates: ["mei@x.org"], choice: "Accepted", problem: null },
  ]);
});

test.each([
  ["uid,application,email,decision", "uid", "aconf_2023/b"],
  ["application,email,decision,uid2", "application", "b"],
  ["email,decision", "email", "aconf_2023/b"],
])("of %s the applicant is named by %s", (header, keyColumn, looked) => {
  const file = read(`${header}\naconf_2023/b,aconf_2023/b,aconf_2023/b,`);
  expect(file).toMatchObject({ keyColumn, lines: [{ candidates: [looked] }] });
});

test("our own last line asks for nothing, though somebody filled the decisions down to it", () => {
  const filled = [
    csvHead(["email", "name", "decision"]),
    csvRow(["mei@x.org", "Mei", "Accepted"]),
    csvRow(["End of file: 1 row", "", "Accepted"]),
  ];
  expect(linesOf(filled.join("")).map(({ key }) => key)).toEqual(["mei@x.org"]);
});

test("an application of another conference is not taken for one of this", () => {
  expect(linesOf("application,decision\nhconf_2022/b,Accepted")[0]!.candidates).toEqual(["hconf_2022/b"]);
});

test.each([
  ["Accepted", "Accepted"],
  ["  accepted ", "Accepted"],
  ["DEFERRED  to Virtual", "Deferred to virtual"],
  ["waitlisted", "Waitlisted"],
  ["Rejected", "Rejected"],
  ["", "leave"],
  ["  ", "leave"],
  ["None", "none"],
])("the word %j asks for %s", (word, choice) => {
  expect(linesOf(`email,decision\na@b.co,${word}`)).toMatchObject([{ choice, problem: null }]);
});

test.each(["Accept", "deferred", "yes", "Accepted!", "null"])("%j is no decision", (word) => {
  expect(linesOf(`email,decision\na@b.co,${word}`)[0]!.problem).toBe(said.notADecision(word));
});

test.each([
  ["50%", { percent: 50, amountCents: null }],
  ["$1,000", { percent: null, amountCents: 100_000 }],
  ["Whole", { percent: 100, amountCents: null }],
  [" none ", "none"],
  ["", "leave"],
])("the cell %j asks for the award %j", (cell, award) => {
  const text = `email,decision,award\na@b.co,,"${cell}"`;
  expect(read(text)).toMatchObject({ hasAwards: true, lines: [{ choice: "leave", award, problem: null }] });
});

test("a file without the column leaves all awards, and what is no award is refused", () => {
  expect(read("email,decision\na@b.co,Accepted")).toMatchObject({
    hasAwards: false,
    lines: [{ award: "leave" }],
  });
  expect(linesOf("email,award,decision\na@b.co,half,Accepted")[0]!.problem).toBe(said.notAnAward("half"));
  expect(read("email,decision,award,Award\na@b.co,,,")).toEqual({
    problem: tableMessages.columnTwice("award"),
  });
});

test("a missing cell leaves the decision as it is, a missing name is refused, empty lines are nothing", () => {
  expect(linesOf("decision,email\n\n,a@b.co\nAccepted\n,\n  \nAccepted,c@d.co")).toMatchObject([
    { line: 3, choice: "leave", problem: null },
    { line: 4, problem: said.noKey },
    { line: 7, key: "c@d.co", problem: null },
  ]);
});

test("lines are counted as in the file, line breaks in quotes too", () => {
  const text =
    'email,name,decision\r\na@b.co,"Mei\r\nChen",Accepted\r\nc@d.co,"x\ny\nz",Rejected\r\ne@f.co,,bad';
  expect(linesOf(text).map(({ line }) => line)).toEqual([2, 4, 7]);
});

test("a quotation mark that is not closed is named where it opens", () => {
  const lines = linesOf('email,decision\na@b.co,Accepted\nc@d.co,"Accepted\ne@f.co,Rejected\n');
  expect(lines).toMatchObject([
    { line: 2, problem: null },
    { line: 3, problem: tableMessages.quoteOpen },
  ]);
});

test.each([
  ["", said.empty],
  ["\uFEFF \n", said.empty],
  ["email,decision\n", said.empty],
  ["name,city\nMei,Boston", said.noColumns],
  ["email,city\na@b.co,Boston", said.noDecisionColumn],
  ["name;decision\nMei;Accepted", said.noKeyColumn],
  ["email,decision,Decision\na@b.co,Accepted,Rejected", tableMessages.columnTwice("decision")],
  ["email,email,decision\na@b.co,c@d.co,Rejected", tableMessages.columnTwice("email")],
])("of %j nothing can be made", (text, problem) => {
  expect(read(text)).toEqual({ problem });
});

test("there is a most", () => {
  const text = (lines: number) => `uid,decision\n${"a,\n".repeat(lines)}`;
  expect(read(text(MOST_DECISION_LINES + 1))).toEqual({
    problem: tableMessages.tooManyLines(MOST_DECISION_LINES),
  });
  expect(linesOf(text(MOST_DECISION_LINES))).toHaveLength(MOST_DECISION_LINES);
});

test("what our own files escape for spreadsheets comes back as it was", () => {
  const emails = ["+tag@x.org", "=cmd@x.org", "-a@x.org", "o'hara@x.org", "'quoted@x.org"];
  const file = csvHead(["email", "decision"]) + emails.map((email) => csvRow([email, "Accepted"])).join("");
  for (const [index, line] of linesOf(file).entries()) expect(line.candidates).toContain(emails[index]);
});

const uids = new Map([
  ["a@b.co", "a"],
  ["c@d.co", "c"],
  ["+e@f.co", "e"],
  ["'+e@f.co", "other"],
]);
const judged = (text: string) => judgeLines(linesOf(text), uids, new Set(["a", "e", "other"]));

test("unknown, not submitted, twice: each line says so", () => {
  expect(
    judged(
      "email,decision\nA@b.co,Accepted\nnobody@x.co,Accepted\nc@d.co,\na@b.co ,Rejected\n'+e@f.co,Accepted\na@B.co,bad",
    ).map(({ line, uid, problem }) => [line, uid, problem]),
  ).toEqual([
    [2, "a", said.twice([5, 7])],
    [3, null, said.unknown],
    [4, "c", said.notSubmitted],
    [5, "a", said.twice([2, 7])],
    [6, null, said.twoPeople],
    [7, "a", said.notADecision("bad")],
  ]);
});

test("a good line is passed on as it is", () => {
  expect(judged("email,decision\na@b.co,none")).toEqual([
    { line: 2, key: "a@b.co", uid: "a", choice: "none", award: "leave", problem: null },
  ]);
});
