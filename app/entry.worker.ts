import * as build from "#server-build";
import { pictureModules } from "./library/picture-modules.server.ts";

// Vite's build contains everything else. If wrangler bundled it here as well, it would be in the Worker twice
// (docs/decisions/0094-one-bundle.md).
export default build.entry.module.workerOf(build, pictureModules);
