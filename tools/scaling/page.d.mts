/** Returns the page with its generated section replaced. Throws when the page has no such section. */
export function replaceScaling(page: string, inputs: { people: readonly number[] }): string;
