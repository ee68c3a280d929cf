/** The fields of a form that are never sent back, kept or logged, whatever was wrong with the form. */
export const CARD_FIELDS = ["cardNumber", "expirationDate", "cardCode"];

/**
 * The fields of the forms for logging in and for choosing a password. They are never sent on with an interrupted form.
 */
export const ACCOUNT_FIELDS = [
  ...["formToken", "account", "redirectTo", "resume", "email", "password"],
  ...["oldPassword", "newPassword"],
];
