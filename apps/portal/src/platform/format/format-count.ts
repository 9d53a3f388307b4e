/** Formats a count with the language's separators and Latin digits (DESIGN §8). */
export const formatCount = (count: number, language: string): string => new Intl.NumberFormat(`${language}-u-nu-latn`).format(count);
