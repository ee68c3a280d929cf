// Stands in for react-dom in the Worker (wrangler.toml). The real one is React for browsers, a tenth of the bundle,
// and React Router uses it only for what browsers do. Pages are rendered by react-dom/server.
export {};
