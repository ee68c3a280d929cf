/** The fields of a form that are never sent back, kept or logged, whatever was wrong with the form. */
export const CARD_FIELDS = ["cardNumber", "expirationDate", "cardCode"];
