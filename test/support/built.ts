import { runScript } from "../../scripts/portal.mjs";

/** Before the tests of the app's pages, builds the app if it has changed since the last build. */
export default function setup() {
  runScript("scripts/build.mjs");
}
