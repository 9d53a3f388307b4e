/**
 * Replaces zod in the portal's bundle. The portal calls routes by method and path, and the server validates. Omitting the schemas
 * reduces the script by a quarter. Building a schema has no effect; using one is a defect and throws. (Tests and types use the real
 * zod.)
 */
const FORBIDDEN = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync"]);

const schema: object = new Proxy(() => schema, {
  apply: () => schema,
  get: (_target, name) => {
    if (typeof name === "symbol") return undefined;
    if (FORBIDDEN.has(name)) throw new Error(`The portal's bundle holds no schemas, so .${name}() cannot work here.`);
    return schema;
  },
});

export const z = schema;
