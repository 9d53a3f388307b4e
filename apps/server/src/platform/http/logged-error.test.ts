import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { describeError, loggedError } from "./logged-error.ts";

const CANARY = "canary-4711";

/** An error as PostgreSQL reports it, with the canary in every part that can quote a value. */
function refusal(code: string, message: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, "error");
  return Object.assign(error, {
    code,
    severity: "ERROR",
    detail: `Failing row contains (${CANARY}).`,
    hint: CANARY,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
    internalQuery: CANARY,
    constraint: "comments_text",
    table: "comments",
  });
}

test("the parameters of a failed statement are in no part of the logged error", () => {
  const cause = refusal("23514", 'new row for relation "comments" violates check constraint "comments_text"');
  const error = new AppError("internal", {
    cause: new DrizzleQueryError("insert into comments values ($1)", [`${CANARY}\n    at x (y:1:1)`], cause),
  });
  const logged = loggedError(error);
  expect(JSON.stringify(logged)).not.toContain(CANARY);
  expect(logged).toMatchObject({
    type: "AppError",
    cause: {
      message: "Failed query: insert into comments values ($1)",
      cause: { code: "23514", constraint: "comments_text", table: "comments", message: cause.message },
    },
  });
  expect(logged.stack).toContain("logged-error.test.ts");
});

test("a message of the database that quotes a value is replaced by its code", () => {
  for (const error of [
    refusal("22P02", `invalid input syntax for type uuid: "${CANARY}"`),
    refusal("42601", `syntax error in tsquery: "${CANARY}"`),
    refusal("P0001", CANARY),
  ]) {
    expect(JSON.stringify(loggedError(error))).not.toContain(CANARY);
    expect(describeError(error)).toBe(`PostgreSQL refused a statement (code ${error.code}).`);
  }
});

test("mail addresses and unknown properties are omitted", () => {
  const error = Object.assign(new Error("550 <anna@example.test> is unknown"), {
    code: "EENVELOPE",
    rejected: ["anna@example.test"],
    response: "anna@example.test",
  });
  const logged = loggedError(error);
  expect(JSON.stringify(logged)).not.toContain("anna@");
  expect(logged).toMatchObject({ code: "EENVELOPE", message: "550 <[address]> is unknown" });
});

test("a description names the reasons of a failure", () => {
  const cause = refusal("42501", "permission denied for database stillreel");
  expect(describeError(new DrizzleQueryError("create schema drizzle", [CANARY], cause))).toBe(
    "Failed query: create schema drizzle: permission denied for database stillreel",
  );
});

test("a cycle of causes ends", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(describeError(error)).toContain("loop");
});
