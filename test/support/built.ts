import { runScript } from "../../scripts/portal.mjs";

/** Builds the app before the tests of its pages, if it has changed since the last build. */
export default function setup() {
  runScript("scripts/build.mjs");
}
