/**
 * Parses a value that came from another context.
 * @throws TypeError when the value does not match
 */
export type Schema<T> = (value: unknown) => T;
/** What a schema returns. */
export type Output<S> = S extends Schema<infer T> ? T : never;

const record = (value: unknown): Record<string, unknown> => {
  if (typeof value !== "object" || value === null) throw new TypeError("An object was expected.");
  return value as Record<string, unknown>;
};

export const text: Schema<string> = (value) => {
  if (typeof value !== "string") throw new TypeError(`A text was expected, not ${typeof value}.`);
  return value;
};

/** An id that the browser gives, such as that of a tab. */
export const integer: Schema<number> = (value) => {
  if (!Number.isInteger(value)) throw new TypeError(`An integer was expected, not ${String(value)}.`);
  return value as number;
};

/** A length or offset in CSS pixels. */
export const length: Schema<number> = (value) => {
  if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) > 1e7) throw new TypeError("A length was expected.");
  return value;
};

/** True for `true`; anything else is false. */
export const flag: Schema<boolean> = (value) => value === true;

export const oneOf =
  <const T>(all: readonly T[]): Schema<T> =>
  (value) => {
    if (!all.includes(value as T)) throw new TypeError(`${String(value)} is none of ${all.join(", ")}.`);
    return value as T;
  };

export const nullable =
  <T>(schema: Schema<T>): Schema<T | null> =>
  (value) =>
    value === null ? null : schema(value);

/** An object with these fields. Other fields are dropped. */
export const object =
  <F extends Record<string, Schema<unknown>>>(fields: F): Schema<{ [K in keyof F]: Output<F[K]> }> =>
  (value) => {
    const given = record(value);
    return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema(given[name])])) as {
      [K in keyof F]: Output<F[K]>;
    };
  };

/** No data: any value becomes an empty object. */
export const empty: Schema<Record<string, never>> = () => ({});

/** The reply of a message that returns nothing. */
export const nothing: Schema<void> = () => undefined;

/**
 * A value that is not checked, only typed. For values that the worker or a page of this build made itself: the sender of a message and the
 * extension id are checked before. Never for what a script in a page sends.
 */
export const trusted =
  <T>(): Schema<T> =>
  (value) =>
    value as T;
