// Proves that the check of migrations finds each change that breaks the previous release, and accepts additions.
import assert from "node:assert/strict";
import { print } from "../runtime.mjs";
import { findContractions } from "./find.mjs";

const BAD = [
  'ALTER TABLE "items" DROP COLUMN "title";',
  'DROP TABLE "items";',
  'ALTER TABLE "items" RENAME COLUMN "title" TO "name";',
  'ALTER TABLE "items" RENAME TO "things";',
  'ALTER TABLE "items" ALTER COLUMN "size" SET DATA TYPE bigint;',
  'ALTER TABLE "items" ALTER COLUMN "size" SET NOT NULL;',
  'ALTER TABLE "items" ALTER COLUMN "size" DROP DEFAULT;',
  'ALTER TABLE "items" ADD COLUMN "size" bigint NOT NULL;',
];
const GOOD = [
  'ALTER TABLE "items" ADD COLUMN "size" bigint;',
  'ALTER TABLE "items" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;',
  'CREATE TABLE "sizes" ("id" uuid NOT NULL);',
  'ALTER TABLE "items" ALTER COLUMN "size" DROP NOT NULL;',
  'DROP INDEX "items_owner";',
  "-- The column is not renamed to anything.\nselect 1;",
  "create function f() returns trigger as $$ begin drop table temporary; end $$ language plpgsql;",
  '-- contract: unused since release 0.4.0\nALTER TABLE "items" DROP COLUMN "title";',
];
for (const source of BAD) assert.equal(findContractions(`select 1;--> statement-breakpoint\n${source}`).length, 1, source);
for (const source of GOOD) assert.deepEqual(findContractions(source), [], source);
assert.equal(findContractions('-- contract:\nDROP TABLE "items";').length, 1, "a marker without a reason");
print(`${BAD.length} breaking changes found, ${GOOD.length} additions accepted.`);
