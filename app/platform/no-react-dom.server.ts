// Stands in for react-dom in the Worker (wrangler.toml): it is React in a browser, a tenth of the bundle, and React
// Router asks it only for what browsers do. Pages are rendered by react-dom/server.
export {};
