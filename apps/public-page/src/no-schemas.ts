/**
 * Stands in for zod in this bundle. The page calls routes by method and path, and the server checks what is sent: leaving the
 * schemas out saves every visitor most of the script. Building one is harmless, using one is a bug of ours and says so.
 */
const FORBIDDEN = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync"]);

const schema: object = new Proxy(() => schema, {
  apply: () => schema,
  get: (_target, name) => {
    if (typeof name === "symbol") return undefined;
    if (FORBIDDEN.has(name)) throw new Error(`The page's bundle holds no schemas, so .${name}() cannot work here.`);
    return schema;
  },
});

export const z = schema;
