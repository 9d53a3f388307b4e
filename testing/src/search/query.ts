/** A document in the order of its fields: each has one value, many or none. */
export type Source = Record<string, unknown>;

/** An error as the engine names it. */
export class EngineFault extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }
}

/** Types of fields by name, and those that are not indexed. */
export type Fields = Readonly<Record<string, { type: string; index?: boolean; doc_values?: boolean }>>;

/** Limits of a cluster with its defaults. */
const CLAUSES_MAX = 1_024;
const TERMS_MAX = 65_536;

/** Returns the score of a document, or null when it does not match. */
export type Matcher = (source: Source) => number | null;

const badQuery = (reason: string): EngineFault => new EngineFault(400, "parsing_exception", reason);

const objectIn = (value: unknown, where: string): Record<string, unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badQuery(`[${where}] expects an object`);
  return value as Record<string, unknown>;
};

/** Returns the only entry of an object. */
function onlyEntry(value: unknown, where: string): [name: string, value: unknown] {
  const entries = Object.entries(objectIn(value, where));
  if (entries.length !== 1 || !entries[0]) throw badQuery(`[${where}] expects one name, and has ${entries.length}`);
  return entries[0];
}

/** Refuses names that are not known, as the engine does. */
export function checkNames(value: Record<string, unknown>, known: readonly string[], where: string): void {
  for (const name of Object.keys(value)) if (!known.includes(name)) throw badQuery(`[${where}] unknown field [${name}]`);
}

const valuesOf = (source: Source, field: string): unknown[] =>
  [source[field]].flat().filter((value) => value !== null && value !== undefined);

function indexed(fields: Fields, field: string): void {
  // A field that no mapping has matches nothing in the engine, which hides mistakes.
  if (!fields[field]) throw badQuery(`the mapping has no field [${field}]`);
  if (fields[field].index === false) throw badQuery(`Cannot search on field [${field}] since it is not indexed.`);
}

/** Returns the value of a clause such as `{ field: { value } }`. */
function fieldValue(body: unknown, where: string, fields: Fields): [field: string, value: unknown] {
  const [field, given] = onlyEntry(body, where);
  indexed(fields, field);
  const inner = objectIn(given, where);
  checkNames(inner, ["value", "boost", "case_insensitive", "rewrite"], where);
  return [field, inner["value"]];
}

const list = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

function boolMatcher(body: unknown, fields: Fields): Matcher {
  const bool = objectIn(body, "bool");
  checkNames(bool, ["must", "filter", "should", "must_not", "minimum_should_match", "boost"], "bool");
  const of = (name: string): Matcher[] => list(bool[name]).map((clause) => matcherOf(clause, fields));
  const [must, filter, should, mustNot] = [of("must"), of("filter"), of("should"), of("must_not")];
  if (must.length + filter.length + should.length + mustNot.length > CLAUSES_MAX)
    throw new EngineFault(400, "too_many_clauses", `maxClauseCount is set to ${CLAUSES_MAX}`);
  const needed = bool["minimum_should_match"] ?? (must.length + filter.length === 0 && should.length > 0 ? 1 : 0);
  return (source) => {
    if (mustNot.some((matches) => matches(source) !== null) || filter.some((matches) => matches(source) === null)) return null;
    const scores = must.map((matches) => matches(source));
    const chosen = should.map((matches) => matches(source)).filter((score) => score !== null);
    if (scores.includes(null) || chosen.length < Number(needed)) return null;
    return [...scores, ...chosen].reduce<number>((sum, score) => sum + (score ?? 0), 0);
  };
}

const CLAUSES: Record<string, (body: unknown, fields: Fields) => Matcher> = {
  bool: boolMatcher,
  match_all: () => () => 1,
  constant_score: (body, fields) => {
    const given = objectIn(body, "constant_score");
    checkNames(given, ["filter", "boost"], "constant_score");
    const matches = matcherOf(given["filter"], fields);
    return (source) => (matches(source) === null ? null : Number(given["boost"] ?? 1));
  },
  term: (body, fields) => {
    const [field, value] = fieldValue(body, "term", fields);
    return (source) => (valuesOf(source, field).includes(value) ? 1 : null);
  },
  prefix: (body, fields) => {
    const [field, value] = fieldValue(body, "prefix", fields);
    if (fields[field]?.type !== "keyword") throw badQuery(`Can only use prefix queries on keyword fields, not on [${field}]`);
    return (source) => (valuesOf(source, field).some((one) => String(one).startsWith(String(value))) ? 1 : null);
  },
  terms: (body, fields) => {
    const [field, values] = onlyEntry(body, "terms");
    indexed(fields, field);
    if (!Array.isArray(values)) throw badQuery("[terms] query requires an array");
    if (values.length > TERMS_MAX) throw new EngineFault(400, "illegal_argument_exception", `more than ${TERMS_MAX} terms`);
    const wanted = new Set<unknown>(values);
    return (source) => (valuesOf(source, field).some((value) => wanted.has(value)) ? 1 : null);
  },
  range: (body, fields) => {
    const [field, given] = onlyEntry(body, "range");
    indexed(fields, field);
    const limits = objectIn(given, "range");
    checkNames(limits, ["lt", "lte", "gt", "gte"], "range");
    const isIn = (value: number): boolean =>
      (limits["lt"] === undefined || value < Number(limits["lt"])) &&
      (limits["lte"] === undefined || value <= Number(limits["lte"])) &&
      (limits["gt"] === undefined || value > Number(limits["gt"])) &&
      (limits["gte"] === undefined || value >= Number(limits["gte"]));
    return (source) => (valuesOf(source, field).some((value) => isIn(Number(value))) ? 1 : null);
  },
};

/** Parses a query. @throws EngineFault for clauses and names that the engine does not know */
export function matcherOf(query: unknown, fields: Fields): Matcher {
  const [name, body] = onlyEntry(query, "query");
  const clause = CLAUSES[name];
  if (!clause) throw badQuery(`unknown query [${name}]`);
  return clause(body, fields);
}
