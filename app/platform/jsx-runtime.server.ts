// Replaces react/jsx-runtime in the Worker (wrangler.toml) by an ES module. With the CommonJS original, each call would
// look up the function again: "(0, runtime.jsx)(…)".
// @ts-expect-error: the path that is not the alias has no types.
import * as runtime from "../../node_modules/react/jsx-runtime.js";

export const { jsx, jsxs, Fragment } = runtime as typeof import("react/jsx-runtime");
