// Proves that the search for SQL built from strings finds each form of it, and accepts constants and parameters.
import assert from "node:assert/strict";
import { print } from "../runtime.mjs";
import { findBuiltStatements } from "./find.mjs";

const BAD = [
  "sql.raw(name);",
  "sql.raw(`a ${name}`);",
  'sql`select ${sql.raw("a" + name)}`;',
  "pool.query(`select ${id}`);",
  'pool.query("select " + id, []);',
  "pool.query<Row>({ text: `select ${id}`, values: [] });",
  "await (await connect()).query(`listen ${channel}`);",
  "db.execute(`select ${id}`);",
  "const text = `select ${id}`; pool.query(text);",
  'const text = "select " + id; pool.query({ text } as Query);',
  'let table = "a"; pool.query(`select from ${table}`);',
  'const table = "a"; const f = (table: string) => pool.query(`select from ${table}`);',
  'const table = isA ? "a" : given; pool.query(`select from ${table}`);',
];
const GOOD = [
  'sql.raw("a");',
  'sql.raw(isA ? "a" : "b");',
  "const NAME = `a`; sql.raw(NAME);",
  "db.execute(sql`select ${id}`);",
  'pool.query("select $1", [id]);',
  'pool.query("select " + "1");',
  "pool.query({ text: `select $1`, values: [id] });",
  "const LIMIT = 5; pool.query(`set a = ${LIMIT}`);",
  "const text = `select ${id}`; log(text);",
  'String.raw("a" + b);',
];
for (const code of BAD) assert.equal(findBuiltStatements("file.ts", code).length, 1, code);
for (const code of GOOD) assert.deepEqual(findBuiltStatements("file.ts", code), [], code);
assert.deepEqual(findBuiltStatements("file.ts", "\n\npool.query(`a ${b}`);"), [{ line: 3, text: "`a ${b}`" }]);
print(`${BAD.length} statements built from strings found, ${GOOD.length} constants and parameters accepted.`);
