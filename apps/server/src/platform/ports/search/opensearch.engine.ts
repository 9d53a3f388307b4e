import { z } from "zod";
import {
  type EngineChange,
  type EnginePage,
  type EngineSearch,
  type EngineWrite,
  type SearchEngine,
  SearchEngineError,
} from "../search-engine.port.ts";
import { searchBody } from "./opensearch.query.ts";
import { type Cluster, type ClusterRequest, errorTypeOf, failureOf, request } from "./opensearch.request.ts";

/** Format of the documents. Another one needs another index, which is then filled. */
const FORMAT = 1;
const NAME = "stillreel";
/** Time limits in milliseconds. */
const SEARCH_MS = 800;
const WRITE_MS = 60_000;
const ADMIN_MS = 10_000;
const CHECK_MS = 1_500;
/** Characters of one bulk request. */
const BULK_MAX = 5 * 1024 ** 2;
/** The default of `index.max_terms_count` is 65,536. */
const IDS_MAX = 60_000;

/** A document contains no text in its order: only words, and the beginning of a title. */
const MAPPINGS = {
  dynamic: "strict",
  _routing: { required: true },
  _source: { excludes: ["words"] },
  properties: {
    entry: { type: "keyword", index: false },
    words: { type: "keyword", doc_values: false },
    heading: { type: "keyword", doc_values: false },
    item: { type: "keyword", doc_values: false },
    container: { type: "keyword", doc_values: false },
    kind: { type: "keyword", doc_values: false },
    at: { type: "long" },
    build: { type: "long" },
  },
} as const;
/** Named, so that a shard without searches refreshes too, which a write waits for. */
const SETTINGS = { index: { refresh_interval: "1s" } } as const;

const SEARCHED = z.object({
  responses: z.array(
    z.union([
      z.object({
        timed_out: z.boolean(),
        _shards: z.object({ failed: z.number() }),
        hits: z.object({ hits: z.array(z.object({ _id: z.string(), sort: z.array(z.union([z.string(), z.number()])) })) }),
      }),
      z.object({ status: z.number(), error: z.object({ type: z.string() }) }),
    ]),
  ),
});
const WRITTEN = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), z.object({ status: z.number(), error: z.object({ type: z.string() }).optional() }))),
});
const HEALTH = z.object({ status: z.enum(["green", "yellow", "red"]) });

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) throw new SearchEngineError("junk", "The answer of the search engine has another form.");
  return result.data;
}

/** An entry that moves to another workspace is another document there, so that the removal of one never conflicts with the other. */
const documentId = ({ workspaceId, entryId }: EngineChange): string => `${workspaceId}.${entryId}`;
const entryIdOf = (id: string): string => id.slice(id.indexOf(".") + 1);

/** Returns the lines of a change. Documents of one workspace are on the same shards. */
function linesOf(change: EngineChange, { version, build }: EngineWrite): unknown[] {
  const { entryId, workspaceId, content } = change;
  const meta = { _id: documentId(change), routing: workspaceId, version, version_type: "external" };
  if (!content) return [{ delete: meta }];
  const { itemId, containerId, kind, at, words, heading } = content;
  return [{ index: meta }, { entry: entryId, words, heading, item: itemId, container: containerId, kind, at, build }];
}

/** Divides changes into requests of limited size. */
function* bulksOf(changes: readonly EngineChange[]): Generator<EngineChange[]> {
  let bulk: EngineChange[] = [];
  let size = 0;
  for (const change of changes) {
    const length = 400 + (change.content?.words.reduce((sum, word) => sum + word.length + 3, 0) ?? 0);
    if (bulk.length > 0 && size + length > BULK_MAX) {
      yield bulk;
      bulk = [];
      size = 0;
    }
    bulk.push(change);
    size += length;
  }
  if (bulk.length > 0) yield bulk;
}

/** What a request is sent with. */
interface Context {
  cluster: Cluster;
  /** Time limit of a search in milliseconds. */
  searchMs: number;
  /** Name by which the index is addressed. */
  alias: string;
}

/** Sends a request. @throws SearchEngineError for an answer that is not a success */
async function succeed({ cluster }: Context, given: ClusterRequest): Promise<unknown> {
  const { status, body } = await request(cluster, given);
  if (status >= 300) throw failureOf(status, errorTypeOf(body));
  return body;
}

async function find(context: Context, searches: readonly EngineSearch[], signal?: AbortSignal): Promise<EnginePage[]> {
  const lines = searches.flatMap((search) => [
    { routing: search.spaces.map(({ workspaceId }) => workspaceId).join(",") },
    searchBody(search),
  ]);
  const body = await succeed(context, { method: "POST", path: `/${context.alias}/_msearch`, lines, timeoutMs: context.searchMs, signal });
  const { responses } = parsed(SEARCHED, body);
  if (responses.length !== searches.length) throw new SearchEngineError("junk", "The search engine answered another number of searches.");
  return responses.map((response, index): EnginePage => {
    if ("error" in response) throw failureOf(response.status, response.error.type);
    // A part of the result is no result: entries would be missing without a sign.
    if (response.timed_out) throw new SearchEngineError("slow", "The search engine did not finish a search.");
    if (response._shards.failed > 0) throw new SearchEngineError("unreachable", "A shard of the search engine failed.");
    const { hits } = response.hits;
    const isFull = hits.length >= (searches[index]?.size ?? 0);
    return { entryIds: hits.map(({ _id }) => entryIdOf(_id)), next: isFull ? (hits.at(-1)?.sort ?? null) : null };
  });
}

async function isPrepared({ cluster, alias }: Context): Promise<boolean> {
  const { status } = await request(cluster, { method: "HEAD", path: `/_alias/${alias}`, timeoutMs: ADMIN_MS });
  if (status !== 200 && status !== 404) throw failureOf(status, "unknown");
  return status === 200;
}

async function prepare(context: Context): Promise<void> {
  const { cluster, alias } = context;
  const index = `/${alias}-000001`;
  const body = { settings: SETTINGS, mappings: MAPPINGS, aliases: { [alias]: {} } };
  const made = await request(cluster, { method: "PUT", path: index, body, timeoutMs: ADMIN_MS });
  if (made.status < 300) return;
  const type = errorTypeOf(made.body);
  if (type !== "resource_already_exists_exception") throw failureOf(made.status, type);
  // Another process was faster, or the index has lost its name.
  await succeed(context, { method: "PUT", path: `${index}/_alias/${alias}`, timeoutMs: ADMIN_MS });
}

async function writeBulk(context: Context, changes: readonly EngineChange[], options: EngineWrite): Promise<string[]> {
  const path = `/${context.alias}/_bulk?require_alias=true${options.waits ? "&refresh=wait_for" : ""}`;
  const lines = changes.flatMap((change) => linesOf(change, options));
  const { errors, items } = parsed(WRITTEN, await succeed(context, { method: "POST", path, lines, timeoutMs: WRITE_MS }));
  if (items.length !== changes.length) throw new SearchEngineError("junk", "The search engine answered another number of changes.");
  if (!errors) return [];
  return items.flatMap((item, index) => {
    const [{ status, error } = { status: 500, error: undefined }] = Object.values(item);
    // 409: it has a newer version. 404 without an error: there was nothing to remove.
    if (!error || status === 409) return [];
    if (status !== 400) throw failureOf(status, error.type);
    return [changes[index]?.entryId ?? ""];
  });
}

async function check(context: Context): Promise<Awaited<ReturnType<SearchEngine["check"]>>> {
  try {
    const path = `/_cluster/health/${context.alias}`;
    const { status } = parsed(HEALTH, await succeed(context, { method: "GET", path, timeoutMs: CHECK_MS }));
    return status === "red" ? "degraded" : null;
  } catch (error) {
    if (error instanceof SearchEngineError) return error.kind;
    throw error;
  }
}

/**
 * Creates the driver for OpenSearch (1 or newer).
 * @param address base address of the cluster; a path is the name of the index
 * @param searchMs time limit of a search in milliseconds
 */
export function createOpenSearch(address: string, key: string | undefined, searchMs = SEARCH_MS): SearchEngine {
  const { origin, pathname } = new URL(address);
  const alias = `${pathname.replaceAll("/", "") || NAME}-entries-${FORMAT}`;
  const context: Context = { cluster: { url: origin, key }, searchMs, alias };
  return {
    target: `${origin}/${alias}`,
    idsMax: IDS_MAX,
    counts: { answered: 0, failed: 0, skipped: 0 },
    find: (searches, signal) => find(context, searches, signal),
    isPrepared: () => isPrepared(context),
    prepare: () => prepare(context),
    async write(changes, options) {
      const refused: string[] = [];
      for (const bulk of bulksOf(changes)) refused.push(...(await writeBulk(context, bulk, options)));
      return refused;
    },
    async removeBefore(build) {
      const path = `/${alias}/_delete_by_query?conflicts=proceed&wait_for_completion=false`;
      await succeed(context, { method: "POST", path, body: { query: { range: { build: { lt: build } } } }, timeoutMs: ADMIN_MS });
    },
    check: () => check(context),
  };
}
