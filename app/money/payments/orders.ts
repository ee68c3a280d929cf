/** Whether another person pays for a payment than the delegate whose bill it is. */
export const isForOthers = ({ payerUid, delegateUid }: { payerUid: string; delegateUid: string }): boolean =>
  payerUid !== delegateUid;

/** Where whoever pays reads what became of an order. */
export const addressOfOrder = ({ id, isForOthers }: { id: string; isForOthers: boolean }): string =>
  `${isForOthers ? "/paying" : "/payment"}/${id}`;
