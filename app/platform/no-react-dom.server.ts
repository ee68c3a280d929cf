// Replaces react-dom in the Worker (wrangler.toml). The real react-dom is React for browsers, and would be a tenth of
// the bundle. React Router uses it only for things that happen in a browser. react-dom/server renders the pages.
export {};
