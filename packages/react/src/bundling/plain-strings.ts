/** Stands in for the English texts of the form library: forms have texts of their own. */
export const TranslatableString: Readonly<Record<string, string>> = {};
