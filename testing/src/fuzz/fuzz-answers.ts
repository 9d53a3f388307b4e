/** Maximum time of a response in milliseconds. */
export const FUZZ_ANSWER_MAX_MS = 2_000;

/** Texts of stacks, statements and files that no response may contain. */
const LEAKS =
  /\bat .{1,200}\.(?:ts|js|mjs):\d+|node_modules|syntax error at or near|violates \S+ constraint|invalid byte sequence|relation "|column "|ECONN|ENOENT|EACCES/u;

/**
 * Returns what is wrong with a response to a generated request, or null.
 * @param status the status code
 * @param text the body, or an empty text for one that is not text
 */
export function fuzzProblem(status: number, text: string): string | null {
  // 501 is the documented answer of a function that is not configured.
  if (status >= 500 && status !== 501) return `status ${status}`;
  const leak = LEAKS.exec(text);
  return leak ? `the response contains "${leak[0].slice(0, 120)}"` : null;
}
