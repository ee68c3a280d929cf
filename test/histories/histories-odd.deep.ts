import { beforeAll, test } from "vitest";
import { endRight } from "../support/histories/run.ts";
import { prepareHistories } from "../support/histories/setting.ts";

beforeAll(prepareHistories);

// One half of ten thousand, for one of two cores.
test(
  "five thousand histories of money of odd seeds end as they must",
  () => endRight(1, 10_000, 2),
  3_600_000,
);
