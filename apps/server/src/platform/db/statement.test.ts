import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { loadFragment, loadStatement, loadVariants } from "./statement.ts";

const SOURCES = path.resolve(import.meta.dirname, "../..");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "statements-"));
const url = pathToFileURL(path.join(dir, "some.repo.ts")).href;
afterAll(() => fs.rmSync(dir, { recursive: true }));

function write(name: string, text: string): string {
  fs.writeFileSync(path.join(dir, name), text);
  return `./${name}`;
}

it("sends the statement without its comments, under the name of its file", async () => {
  const file = write("one.sql", "-- Finds one.\n-- $1 id: the row\nselect *\n  -- Only this one.\nfrom rows\nwhere id = $1\n");
  const sent: unknown[] = [];
  const pool = { query: async (query: unknown) => ({ rows: [sent.push(query)] }) };
  const rows = await loadStatement<number, [id: string]>(url, file).run(pool as never, ["a"]);
  expect(rows).toEqual([1]);
  expect(sent).toEqual([{ name: "one", text: "select *\nfrom rows\nwhere id = $1", values: ["a"] }]);
});

it("fills slots, also those in the text of others", () => {
  const part = write("part.sql", "-- A part.\norder by {key} {direction}");
  const order = loadFragment(url, part, { key: "{column}" });
  const file = write("many.sql", "select * from {source} {order}");
  const statements = loadVariants(
    url,
    file,
    { a: { source: "a" }, b: { source: "b" } },
    { slots: { order, column: "at", direction: "desc" } },
  );
  expect(statements.b).toMatchObject({ name: "many-b", text: "select * from b order by at desc" });
});

it("refuses a slot without a text, a header that does not name each parameter, and a missing file", () => {
  expect(() => loadStatement(url, write("slot.sql", "select {x}"))).toThrow("{x}");
  expect(() => loadStatement(url, write("unnamed.sql", "-- $1 id: the row\nselect $1, $2"))).toThrow("2 parameters");
  expect(() => loadStatement(url, write("unused.sql", "-- $1 id: the row\nselect 1"))).toThrow("0 parameters");
  expect(() => loadStatement(url, "./nowhere.sql")).toThrow("nowhere.sql is missing");
});

it("refuses two statements of one name", () => {
  loadStatement(url, write("same.sql", "select 1"));
  expect(() => loadStatement(url, write("same.sql", "select 2"))).toThrow("same");
});

it("repositories send only statements of these files and of Drizzle", () => {
  const repositories = fs.globSync("**/*.repo.ts", { cwd: SOURCES });
  expect(repositories.length).toBeGreaterThan(40);
  const bypassing = repositories.filter((file) => /\b(?:pool|client)\.query\b/u.test(fs.readFileSync(path.join(SOURCES, file), "utf8")));
  expect(bypassing).toEqual([]);
});

it("every plan belongs to a statement file, and file names are unique", () => {
  const names = fs.globSync("**/sql/*.sql", { cwd: SOURCES }).map((file) => path.basename(file, ".sql"));
  expect(new Set(names).size).toBe(names.length);
  const plans = fs.globSync("**/sql/*.plan.txt", { cwd: SOURCES }).map((file) => path.basename(file, ".plan.txt"));
  expect(plans.length).toBeGreaterThan(60);
  expect(plans.filter((name) => !names.includes(name))).toEqual([]);
});
