import { beforeAll, test } from "vitest";
import { endRight } from "../support/histories/run.ts";
import { prepareHistories } from "../support/histories/setting.ts";

beforeAll(prepareHistories);

// In Node, thousands of histories run in a database in memory. Here some of these histories run in D1.
test("two hundred histories of money end in workerd as they do in Node", () => endRight(1, 200), 3_600_000);
