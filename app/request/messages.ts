/** Sentences for requests that are refused before they reach a page. */
export const requestMessages = {
  noFunction: "There is no function with this name.",
  notForPrograms: "This address only answers pages of the portal.",
  httpsOnly: (origin: string) =>
    `Nothing was accepted: anything sent over http can be read on the way. Please use ${origin}.`,
  otherAddress: (origin: string) => `This portal is at ${origin} and does not answer anywhere else.`,
  foreignRequest: "This request did not come from this site. Please go back, reload the page and try again.",
  busy: "Very many people are here at this moment, and those who pay or submit go first. Nothing that you saved is lost. Please try again in a minute.",
  notSetUp: "This portal is not set up correctly yet. Please come back later.",
  unprepared: {
    migrations: "This portal is being set up: its database is not complete yet. Please come back later.",
    version: "This portal is being set up: its database is of an older version. Please come back later.",
    seed: "This portal is being set up: it has no conference yet. Please come back later.",
  },
} as const;
