import { expect, test } from "vitest";
import type { UserActor } from "../../platform/http/actor.ts";
import { bearerId, bearerOf } from "./bearer.ts";

const slug = "AbC-_0123456789abcdefg";
const anna = { kind: "user", id: "0190a0a0-0000-7000-8000-000000000001" } as UserActor;

test("a bearer id is decoded to the actor and link of its creation", () => {
  expect(bearerOf(bearerId(slug, { kind: "anonymous" }))).toEqual({ actor: { kind: "anonymous" }, slug });
  expect(bearerOf(bearerId(slug, anna))).toMatchObject({ actor: { kind: "user", id: anna.id }, slug });
  expect(bearerOf(anna.id)).toMatchObject({ actor: { kind: "user", id: anna.id }, slug: null });
  for (const unknown of ["", "anonymous", "system"]) expect(bearerOf(unknown)).toEqual({ actor: { kind: "anonymous" }, slug: null });
});
