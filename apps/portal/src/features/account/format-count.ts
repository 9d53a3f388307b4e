/** Formats a count with the language's separators and Latin digits. */
export const formatCount = (count: number, language: string): string => new Intl.NumberFormat(`${language}-u-nu-latn`).format(count);
