/**
 * Returns a function that creates a value when it is called first, and returns it from then on. For values that take long to create and that
 * most pages do not use: objects of `Intl` load 5 to 50 ms of rules.
 */
export function lazily<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
