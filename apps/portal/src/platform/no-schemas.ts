/**
 * Stands in for zod in the portal's bundle. The portal calls routes by method and path; the server checks what is sent.
 * Leaving the schemas out saves every visitor a quarter of the script. Building one is harmless, using one is a bug
 * of ours and says so. (Tests and types see the real zod.)
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
