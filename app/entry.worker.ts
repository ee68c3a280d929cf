import * as build from "#server-build";
import { pictureModules } from "./library/picture-modules.server.ts";

// Everything else comes out of Vite's build: if wrangler bundled it here as well, it would be in the Worker twice
// (docs/decisions/0094-one-bundle.md).
export default build.entry.module.workerOf(build, pictureModules);
