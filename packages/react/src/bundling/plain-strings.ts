/** An empty object in place of the English texts of the form library, which forms never show. */
export const TranslatableString: Readonly<Record<string, string>> = {};
