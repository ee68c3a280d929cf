// In the Worker, this ES module replaces react/jsx-runtime (wrangler.toml). With the CommonJS original, each call would
// look up the function again: "(0, runtime.jsx)(…)".
// @ts-expect-error: types exist only for the alias, not for this path.
import * as runtime from "../../node_modules/react/jsx-runtime.js";

export const { jsx, jsxs, Fragment } = runtime as typeof import("react/jsx-runtime");
