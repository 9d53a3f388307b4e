import { createHash } from "node:crypto";
import { checkNames, EngineFault, type Fields, matcherOf, type Source } from "./query.ts";

/** Number of shards: routing decides which one has a document. */
const SHARDS = 3;

/** A document, or the trace of a removed one. */
interface Stored {
  id: string;
  version: number;
  source: Source | null;
}

/** An action of a bulk request. */
export interface Action {
  kind: "index" | "delete";
  id: string;
  routing: string | undefined;
  version: number;
  source: Source | null;
}

/** A hit as the engine returns it. */
export interface EngineHit {
  _index: string;
  _id: string;
  _score: number;
  _routing?: string;
  sort: unknown[];
}

const SEARCH_NAMES = ["size", "from", "timeout", "track_total_hits", "_source", "query", "sort", "search_after"];

/** Returns the field and direction of a sort. */
function sortOf(value: unknown, fields: Fields): { field: string; factor: number } {
  const [field, options] = Object.entries(value as Record<string, { order?: string }>)[0] ?? ["", {}];
  if (field !== "_score" && (!fields[field] || fields[field].doc_values === false))
    throw new EngineFault(400, "illegal_argument_exception", `Can't load fielddata on [${field}]`);
  return { field, factor: options.order === "desc" ? -1 : 1 };
}

function compare(one: readonly unknown[], other: readonly unknown[], factors: readonly number[]): number {
  for (const [index, factor] of factors.entries()) {
    const [left, right] = [one[index] as string | number, other[index] as string | number];
    if (left !== right) return (left < right ? -1 : 1) * factor;
  }
  return 0;
}

/** An index with its shards. Searches see it as it was at the last refresh. */
export class IndexStore {
  readonly name: string;
  readonly fields: Fields;
  readonly #needsRouting: boolean;
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<string, Stored>());
  #visible: Stored[][] = Array.from({ length: SHARDS }, () => []);

  constructor(name: string, body: { mappings?: { dynamic?: string; _routing?: { required?: boolean }; properties?: Fields } }) {
    const { mappings = {} } = body;
    if (mappings.dynamic !== "strict") throw new EngineFault(400, "double", "an index with dynamic fields is a mistake here");
    this.name = name;
    this.fields = mappings.properties ?? {};
    this.#needsRouting = mappings._routing?.required === true;
  }

  #shardOf(routing: string): number {
    return (createHash("md5").update(routing).digest()[0] ?? 0) % SHARDS;
  }

  #check({ id, routing, source }: Action): void {
    if (routing === undefined && this.#needsRouting)
      throw new EngineFault(400, "routing_missing_exception", `routing is required for [${this.name}]/[${id}]`);
    for (const [field, value] of Object.entries(source ?? {})) {
      const type = this.fields[field]?.type;
      if (!type) throw new EngineFault(400, "strict_dynamic_mapping_exception", `dynamic introduction of [${field}] is not allowed`);
      if (type === "long" && !Number.isSafeInteger(value))
        throw new EngineFault(400, "mapper_parsing_exception", `failed to parse [${field}]`);
    }
  }

  /** Performs an action with an external version. Returns the status of its answer. */
  perform(action: Action): { status: number; result: string } {
    this.#check(action);
    const shard = this.#shards[this.#shardOf(action.routing ?? action.id)];
    const current = shard?.get(action.id);
    if (current && action.version <= current.version)
      throw new EngineFault(409, "version_conflict_engine_exception", `current version [${current.version}] is higher or equal`);
    shard?.set(action.id, { id: action.id, version: action.version, source: action.kind === "delete" ? null : action.source });
    if (action.kind === "delete") return current?.source ? { status: 200, result: "deleted" } : { status: 404, result: "not_found" };
    return current?.source ? { status: 200, result: "updated" } : { status: 201, result: "created" };
  }

  /** Shows searches the present documents. */
  refresh(): void {
    this.#visible = this.#shards.map((shard) => [...shard.values()].map((stored) => ({ ...stored })));
  }

  /** Removes the visible documents that match, unless they were changed since. Returns their number. */
  removeMatching(query: unknown): number {
    const matches = matcherOf(query, this.fields);
    let count = 0;
    for (const [number, visible] of this.#visible.entries()) {
      for (const { id, version, source } of visible) {
        const current = this.#shards[number]?.get(id);
        if (source === null || matches(source) === null || current?.version !== version) continue;
        this.#shards[number]?.set(id, { id, version: version + 1, source: null });
        count += 1;
      }
    }
    return count;
  }

  /** Returns the hits of a search on the shards of its routing. */
  search(body: Record<string, unknown>, routing: string | undefined): EngineHit[] {
    checkNames(body, SEARCH_NAMES, "search");
    const matches = matcherOf(body["query"], this.fields);
    const sorts = [body["sort"] ?? []].flat().map((value) => sortOf(value, this.fields));
    const factors = sorts.map(({ factor }) => factor);
    const after = body["search_after"] as unknown[] | undefined;
    if (after && after.length !== sorts.length)
      throw new EngineFault(400, "illegal_argument_exception", `search_after has ${after.length} value(s) but sort has ${sorts.length}.`);
    const shards = routing === undefined ? this.#visible.keys() : new Set(routing.split(",").map((value) => this.#shardOf(value)));
    const hits: EngineHit[] = [];
    for (const number of shards) {
      for (const { id, source } of this.#visible[number] ?? []) {
        const score = source && matches(source);
        if (source === null || score === null) continue;
        hits.push({
          _index: this.name,
          _id: id,
          _score: score,
          sort: sorts.map(({ field }) => (field === "_score" ? score : source[field])),
        });
      }
    }
    return hits
      .toSorted((one, other) => compare(one.sort, other.sort, factors))
      .filter((hit) => !after || compare(hit.sort, after, factors) > 0)
      .slice(0, Number(body["size"] ?? 10));
  }

  /** All documents that exist, also those that no search sees yet. */
  get documents(): Source[] {
    return this.#shards.flatMap((shard) => [...shard.values()].flatMap(({ source }) => (source === null ? [] : [source])));
  }
}
