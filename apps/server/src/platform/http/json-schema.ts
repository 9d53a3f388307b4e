import { z } from "zod";

type Io = "input" | "output";

/** JSON Schema of a zod schema, as OpenAPI and fast-json-stringify read it. */
export function toJsonSchema(schema: z.core.$ZodType, io: Io): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, target: "draft-7", unrepresentable: "any", reused: "inline" }) as Record<string, unknown>;
}
