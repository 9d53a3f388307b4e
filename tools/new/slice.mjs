// The files of a new slice, as text. They are minimal: unused code is deleted faster than it is written.

const contract = ({ nouns, noun, camels, Pascal, Pascals }) => `import { z } from "zod";
import { Id, IsoDate, page, Paging, WorkspaceRef } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

/** One ${noun}, as callers see it. */
export const ${Pascal} = z.object({ id: Id, name: z.string(), createdAt: IsoDate });

export const list${Pascals} = defineRoute({
  id: "${camels}.list",
  method: "GET",
  path: "/workspace/{workspaceId}/${nouns}",
  summary: "The ${nouns.replaceAll("-", " ")} of a space, newest first",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef }),
  query: z.object({ ...Paging }),
  response: page(${Pascal}),
  errors: ["not-found"],
});

export const create${Pascal} = defineRoute({
  id: "${camels}.create",
  method: "POST",
  path: "/workspace/{workspaceId}/${nouns}",
  summary: "Makes a ${noun.replaceAll("-", " ")}",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef }),
  body: z.object({ name: z.string().trim().min(1).max(100) }),
  response: ${Pascal},
  success: 201,
  errors: ["not-found", "forbidden"],
});
`;

const tableFile = ({ nouns, camels, snake }) => `import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.ts";
import { workspaces } from "./workspaces.table.ts";

/** The ${nouns.replaceAll("-", " ")} of a space. */
export const ${camels} = pgTable(
  "${snake}",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("${snake}_newest").on(table.workspaceId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
);
`;

const policy = ({ nouns, Pascals }) => `import type { Decision } from "./decision.ts";
import { ALLOW, deny } from "./decision.ts";

/** What decides about ${nouns.replaceAll("-", " ")}: the caller's role in the space. */
export interface ${Pascals}Facts {
  role: "owner" | "admin" | "member" | "viewer";
}

/** May the caller add one? Viewers only look. */
export function canCreate(facts: ${Pascals}Facts): Decision {
  return facts.role === "viewer" ? deny("forbidden") : ALLOW;
}
`;

const repo = ({ camels, Pascal, Pascals }) => `import { desc, eq } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { ${camels} } from "../../platform/db/schema/index.ts";

export type ${Pascal}Row = typeof ${camels}.$inferSelect;

/** The newest rows of a space. */
export function list${Pascals}Of(db: Executor, workspaceId: string, limit: number): Promise<${Pascal}Row[]> {
  return db.select().from(${camels}).where(eq(${camels}.workspaceId, workspaceId)).orderBy(desc(${camels}.createdAt), desc(${camels}.id)).limit(limit);
}

/** Writes one row and answers it as it stands. */
export async function insert${Pascal}(db: Executor, row: typeof ${camels}.$inferInsert): Promise<${Pascal}Row> {
  const [written] = await db.insert(${camels}).values(row).returning();
  if (!written) throw new Error("The database answered an insert with no row.");
  return written;
}
`;

const service = ({ nouns, noun, Pascal, Pascals }) => `import type { Memberships } from "../../access/memberships/index.ts";
import { authorize } from "../../access/policies/decision.ts";
import { canCreate } from "../../access/policies/${nouns}.policy.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { present${Pascal} } from "./${nouns}.present.ts";
import { insert${Pascal}, list${Pascals}Of } from "./${nouns}.repo.ts";

/** The modules that this one uses. */
export interface ${Pascals}Deps {
  memberships: Pick<Memberships, "resolve">;
}

export type ${Pascals}Service = ReturnType<typeof create${Pascals}Service>;

/** What can be done with ${nouns.replaceAll("-", " ")}. */
export function create${Pascals}Service(ports: Ports, deps: ${Pascals}Deps) {
  return {
    /** The newest first. Throws not-found for a space that is not the caller's. */
    async list(actor: UserActor, workspaceRef: string, limit: number) {
      const workspace = await deps.memberships.resolve(actor, workspaceRef);
      return { items: (await list${Pascals}Of(ports.db, workspace.id, limit)).map(present${Pascal}), nextCursor: null };
    },
    /** Makes a ${noun.replaceAll("-", " ")}. Throws not-found or forbidden. */
    async create(actor: UserActor, workspaceRef: string, name: string) {
      const workspace = await deps.memberships.resolve(actor, workspaceRef);
      authorize(canCreate(workspace));
      return present${Pascal}(await insert${Pascal}(ports.db, { id: ports.ids.id(), workspaceId: workspace.id, name, createdAt: ports.clock.now() }));
    },
  };
}
`;

const present = ({ nouns, noun, Pascal }) => `import type { ${Pascal}Row } from "./${nouns}.repo.ts";

/** A ${noun.replaceAll("-", " ")} as callers see it. */
export function present${Pascal}(row: ${Pascal}Row) {
  return { id: row.id, name: row.name, createdAt: row.createdAt.toISOString() };
}
`;

const routes = ({ nouns, camels, Pascal, Pascals }) => `import { create${Pascal}, list${Pascals} } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { ${Pascals}Service } from "./${nouns}.service.ts";

/** The routes of ${nouns.replaceAll("-", " ")}. */
export function ${camels}Routes(service: ${Pascals}Service) {
  return (app: FastifyInstance): void => {
    implement(app, list${Pascals}, { needs: "item.list" }, ({ params, query }, { actor }) => service.list(signedIn(actor), params.workspaceId, query.limit));
    implement(app, create${Pascal}, { needs: "folder.add" }, ({ params, body }, { actor }) => service.create(signedIn(actor), params.workspaceId, body.name));
  };
}
`;

const index = ({ nouns, camels, Pascals }) => `import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { ${camels}Routes } from "./${nouns}.routes.ts";
import { create${Pascals}Service, type ${Pascals}Deps, type ${Pascals}Service } from "./${nouns}.service.ts";

/** What other modules may ask of ${nouns.replaceAll("-", " ")}. */
export type ${Pascals} = ${Pascals}Service & Module;

export function create${Pascals}(ports: Ports, deps: ${Pascals}Deps): ${Pascals} {
  const service = create${Pascals}Service(ports, deps);
  return { ...service, routes: ${camels}Routes(service) };
}
`;

const test = ({ noun, nouns, Pascal, Pascals }) => `import { create${Pascal}, list${Pascals} } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test("a person sees the ${nouns.replaceAll("-", " ")} of their own space, newest first", async () => {
  const owner = await t.user();
  await t.call(create${Pascal}, { params: { workspaceId: "personal" }, body: { name: "First" } }, owner);
  t.clock.advance(1_000);
  await t.call(create${Pascal}, { params: { workspaceId: "personal" }, body: { name: "Second" } }, owner);
  const { items } = (await t.call(list${Pascals}, { params: { workspaceId: "personal" } }, owner)).data();
  expect(items.map((item) => item.name)).toEqual(["Second", "First"]);
});

test("a space that is not the caller's is not there", async () => {
  const stranger = await t.user();
  const answer = await t.call(list${Pascals}, { params: { workspaceId: "0190f5a0-0000-7000-8000-000000000000" } }, stranger);
  expectError(answer, "not-found");
});

test("TODO: say what a ${noun.replaceAll("-", " ")} does that the skeleton does not", () => {
  expect.fail("Replace this test by the first behaviour of ${nouns.replaceAll("-", " ")}.");
});
`;

/** Returns path → text of every file of the slice. */
export function sliceFiles(names) {
  const { nouns } = names;
  const module = `apps/server/src/library/${nouns}`;
  return {
    [`packages/contract/src/${nouns}.contract.ts`]: contract(names),
    [`apps/server/src/platform/db/schema/${nouns}.table.ts`]: tableFile(names),
    [`apps/server/src/access/policies/${nouns}.policy.ts`]: policy(names),
    [`${module}/${nouns}.repo.ts`]: repo(names),
    [`${module}/${nouns}.present.ts`]: present(names),
    [`${module}/${nouns}.service.ts`]: service(names),
    [`${module}/${nouns}.routes.ts`]: routes(names),
    [`${module}/index.ts`]: index(names),
    [`${module}/${nouns}.api.test.ts`]: test(names),
  };
}
