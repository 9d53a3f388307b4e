import { z } from "zod";

type Io = "input" | "output";

/** Returns the JSON Schema of a zod schema in the dialect of OpenAPI and fast-json-stringify. */
export function toJsonSchema(schema: z.core.$ZodType, io: Io): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, target: "draft-7", unrepresentable: "any", reused: "inline" }) as Record<string, unknown>;
}
