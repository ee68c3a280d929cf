/**
 * Words and names that the specification fixes, so that no edition can change them: exact sentences of the
 * specification, names built from the prefix of an id, and ids in addresses and files.
 */
export const EXACT_TEXTS: readonly RegExp[] = [
  /We hope you enjoy the HPAIR experience!/g,
  /This is only available for users who have purchased HPAIR\+/g,
  /\b(?:Asia|Harvard) Conference (?=\d{4})/g,
  /\b[ah]conf_\d{4}\w*/g,
  // The guide for programs and its examples use two values of the demo: the id of an add-on, and the password of the
  // accounts.
  /"id": ?"h2023mug"|such as h2023mug|"conference-2023"/g,
];
