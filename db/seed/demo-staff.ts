import { ROLES } from "../../app/access/abilities.ts";

const member = (account: keyof typeof ROLES, name: string, createdAt: string) => ({
  ...{ account, name, createdAt },
  admin: true,
  abilities: ROLES[account].abilities,
});

/** One person for each named role; the account has the name of the role. */
export const DEMO_STAFF = [
  member("reviewer", "Remi Sato", "2022-09-12T14:00:00Z"),
  member("decisions", "Dana Whitfield", "2022-09-08T09:30:00Z"),
  member("treasurer", "Tomas Lindqvist", "2022-09-09T16:20:00Z"),
  member("content", "Chiara Mwangi", "2022-09-10T11:45:00Z"),
  member("door", "Odette Park", "2022-11-03T18:10:00Z"),
  member("director", "Dora Reyes", "2022-09-01T14:00:00Z"),
];
