import { ERRORS, type ErrorCode } from "@stillreel/contract";
import { z } from "zod";

export type Json = Record<string, unknown>;

/** The ways to sign in that an operation accepts. */
export const SIGNED_IN = [{ idToken: [], refreshToken: [] }, { bearer: [] }, { cookies: [] }];

/** Returns the JSON schema of a contract schema. */
export function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any", reused: "inline" }) as Json;
  return made;
}

/** Lists the parameters of a route. */
export function parameters(schema: z.core.$ZodType | undefined, location: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

/** Returns the failure responses of an operation, by status. */
export function failures(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, of]) => [
        String(status),
        {
          description: of.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join("\n\n"),
          content: {
            "application/json": {
              schema: {
                allOf: [{ $ref: "#/components/schemas/Failure" }, { type: "object", properties: { code: { type: "string", enum: of } } }],
              },
            },
          },
        },
      ]),
  );
}
