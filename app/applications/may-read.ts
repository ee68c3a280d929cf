import type { StaffRole } from "~/values/types.ts";

type Reader = { role: StaffRole | null; assigned: boolean };

/** Whether a member of the staff may open an application: its assigned readers and every director may. */
export const mayRead = ({ role, assigned }: Reader): boolean => role === "director" || assigned;
