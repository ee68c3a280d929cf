// Replaces react-dom in the Worker (wrangler.toml). The real react-dom is React for browsers and a tenth of the bundle,
// and React Router uses it only for what browsers do. react-dom/server renders the pages.
export {};
