import { beforeAll, test } from "vitest";
import { endRight } from "../support/histories/run.ts";
import { prepareHistories } from "../support/histories/setting.ts";

beforeAll(prepareHistories);

// This file plays one half of ten thousand histories. Each half has a core of its own.
test(
  "five thousand histories of money of even seeds end as they must",
  () => endRight(2, 10_000, 2),
  3_600_000,
);
