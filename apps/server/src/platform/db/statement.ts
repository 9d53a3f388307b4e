import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";

/** A prepared statement, written in a `.sql` file beside the repository that runs it. See ADR 0020. */
export interface Statement<Row, Values extends readonly unknown[]> {
  /** Name under which each connection prepares the statement once. */
  readonly name: string;
  readonly text: string;
  run(pool: Queryable, values: Values): Promise<Row[]>;
}

/** What a statement runs on: the pool or one of its clients. */
export type Queryable = Pick<pg.Pool, "query">;

interface StatementOptions {
  /** Texts for the `{slots}` of the file. Only constants of the code: values of a caller are parameters. */
  slots?: Readonly<Record<string, string>>;
  /** Parsers for columns, if not those of the pool. */
  types?: pg.CustomTypesConfig;
  /** Whether the statement only matters to the request that sends it: it is not run when its client has gone meanwhile. */
  isForClient?: boolean;
}

const HEADER_PARAMETER = /^-- \$(\d+) /gmu;
const COMMENT_LINE = /^\s*--.*\n/gmu;
const SLOT = /\{([a-zA-Z]+)\}/gu;

/** All statements loaded so far by their names, for the test of their plans. */
const LOADED = new Map<string, LoadedStatement>();

export interface LoadedStatement {
  /** The `.sql` file. */
  path: string;
  name: string;
  text: string;
}

export const loadedStatements = (): readonly LoadedStatement[] => [...LOADED.values()];

interface SqlFile {
  path: string;
  /** Name of the file without its ending: the name of its statement. */
  name: string;
  source: string;
}

/** Reads a `.sql` file: beside the source file or, in a build, beside the bundle, where all of them are in one folder. */
function readSql(moduleUrl: string, file: string): SqlFile {
  const paths = [file, `../${file}`].map((relative) => fileURLToPath(new URL(relative, moduleUrl)));
  const found = paths.find((candidate) => existsSync(candidate));
  if (!found) throw new Error(`The statement ${file} is missing: neither ${paths.join(" nor ")} exists.`);
  return { path: found, name: path.basename(file, ".sql"), source: readFileSync(found, "utf8") };
}

const withoutComments = (source: string): string => source.replaceAll(COMMENT_LINE, "").trim();

function fillSlots(text: string, slots: Readonly<Record<string, string>>, file: string): string {
  return text.replaceAll(SLOT, (_, slot: string) => {
    const filling = slots[slot];
    if (filling === undefined) throw new Error(`${file} has the slot {${slot}}, for which there is no text.`);
    return fillSlots(filling, slots, file);
  });
}

/** Refuses a file whose header does not name exactly the parameters of its statement. */
function checkHeader(source: string, text: string, file: string): void {
  const named = Array.from(source.matchAll(HEADER_PARAMETER), ([, number]) => Number(number));
  const used = new Set(Array.from(text.matchAll(/\$(\d+)/gu), ([, number]) => Number(number)));
  const isComplete = named.every((number, index) => number === index + 1 && used.has(number)) && named.length === used.size;
  if (!isComplete) throw new Error(`${file} must name its ${used.size} parameters in its header, one a line: "-- $1 …".`);
}

function createStatement<Row, Values extends readonly unknown[]>(
  file: SqlFile,
  name: string,
  { slots = {}, types, isForClient = false }: StatementOptions,
): Statement<Row, Values> {
  const text = fillSlots(withoutComments(file.source), slots, file.path);
  checkHeader(file.source, text, file.path);
  const known = LOADED.get(name);
  if (known && known.text !== text) throw new Error(`Two statements have the name ${name}: ${known.path} and ${file.path}.`);
  LOADED.set(name, { path: file.path, name, text });
  return {
    name,
    text,
    async run(pool, values) {
      const { rows } = await pool.query({ name, text, values: [...values], ...(types && { types }), ...(isForClient && { isForClient }) });
      return rows as Row[];
    },
  };
}

/** Loads the statement of a `.sql` file. Its name is that of the file, without the ending, so file names are unique in the server. */
export function loadStatement<Row, Values extends readonly unknown[]>(
  moduleUrl: string,
  path: string,
  options: StatementOptions = {},
): Statement<Row, Values> {
  const file = readSql(moduleUrl, path);
  return createStatement(file, file.name, options);
}

/** Loads one statement for each variant of a `.sql` file: variants differ in the texts for its slots. */
export function loadVariants<Row, Values extends readonly unknown[], Variant extends string>(
  moduleUrl: string,
  path: string,
  variants: Readonly<Record<Variant, Readonly<Record<string, string>>>>,
  options: StatementOptions = {},
): Readonly<Record<Variant, Statement<Row, Values>>> {
  const file = readSql(moduleUrl, path);
  const statements = Object.entries<Readonly<Record<string, string>>>(variants).map(([variant, slots]) => [
    variant,
    createStatement(file, `${file.name}-${variant}`, { ...options, slots: { ...options.slots, ...slots } }),
  ]);
  return Object.fromEntries(statements) as Record<Variant, Statement<Row, Values>>;
}

/** Loads a part that several statements share, for a slot of theirs. Its own slots are filled here, or by the statement. */
export function loadFragment(moduleUrl: string, path: string, slots: Readonly<Record<string, string>> = {}): string {
  return withoutComments(readSql(moduleUrl, path).source).replaceAll(SLOT, (slot, name: string) => slots[name] ?? slot);
}
