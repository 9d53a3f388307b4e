/**
 * Replaces zod in this bundle. The page calls routes by method and path, and the server validates: omitting the schemas saves most of
 * the script. Building a schema has no effect; using one is a defect and throws.
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
