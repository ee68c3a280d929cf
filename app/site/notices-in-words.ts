/** How many notifications there are, as the line says behind which they are folded; also said by scripts. */
export const noticesInWords = (count: number, critical: number): string =>
  `${count} ${count === 1 ? "notice" : "notices"}${critical > 0 ? `, ${critical} critical` : ""}`;
