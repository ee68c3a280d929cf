/** Never sent back, whatever was wrong with the form. */
export const CARD_FIELDS = ["cardNumber", "expirationDate", "cardCode"];
