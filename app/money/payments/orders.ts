/**
 * The order that a payment belongs to, by the id under which the processor knows its charge: a payment for several people
 * is one order of several payments, any other payment an order of its own.
 */
export const orderIdOf = ({ id, groupId }: { id: string; groupId: string | null }): string => groupId ?? id;
