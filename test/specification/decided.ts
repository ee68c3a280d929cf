/**
 * The statements of the specification that the portal does not follow, by number. Each has the record that says why.
 */
export const DECIDED: Record<number, string> = {
  // These statements describe loading states. Pages arrive complete, so the browser has nothing to wait for.
  76: "0002-no-react-in-the-browser.md",
  138: "0002-no-react-in-the-browser.md",
  139: "0002-no-react-in-the-browser.md",
  148: "0002-no-react-in-the-browser.md",
  240: "0002-no-react-in-the-browser.md",
  // The optional report of web vitals, and the flag without a purpose.
  227: "0066-what-has-no-use-here.md",
  264: "0066-what-has-no-use-here.md",
};
