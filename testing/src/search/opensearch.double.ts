import { json, startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from "../vendors/vendor-server.ts";
import { type Action, IndexStore } from "./index-store.ts";
import { EngineFault, type Source } from "./query.ts";

/** Interval in milliseconds after which searches see changes; a cluster takes a second. */
const REFRESH_MS = 40;

/** An OpenSearch cluster by its documented API: what is not documented is refused. */
export interface OpenSearchDouble extends VendorServer {
  /** What it accepts: user and password. */
  key: string;
  /** Indexes by name. */
  indexes: Map<string, IndexStore>;
  /** All stored documents. */
  documents(): Source[];
  /** Deletes every index, like a cluster that lost its disks. */
  lose(): void;
}

/** Routes with the parameters that they accept. */
const PARAMETERS: Record<string, readonly string[]> = {
  _bulk: ["refresh", "require_alias", "routing", "timeout"],
  _msearch: [],
  _delete_by_query: ["conflicts", "wait_for_completion", "refresh"],
};
const CONTENT_TYPES: Record<string, string> = { _bulk: "application/x-ndjson", _msearch: "application/x-ndjson" };

const fault = ({ status, type, message }: EngineFault): VendorReply => json(status, { error: { type, reason: message }, status });

/** Returns the lines of a body, which has to end with a line break. */
function linesOf({ body }: VendorRequest): Record<string, unknown>[] {
  const text = body.toString();
  if (!text.endsWith("\n")) throw new EngineFault(400, "illegal_argument_exception", "The request must be terminated by a newline [\\n]");
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function* actionsOf(lines: readonly Record<string, unknown>[]): Generator<Action> {
  for (let at = 0; at < lines.length; at += 1) {
    const [kind, given] = Object.entries(lines[at] ?? {})[0] ?? [];
    if (kind !== "index" && kind !== "delete") throw new EngineFault(400, "illegal_argument_exception", `Malformed action [${kind}]`);
    const { _id: id, routing, version, version_type: versionType, ...others } = given as Record<string, string | number>;
    const [unknown] = Object.keys(others);
    if (unknown)
      throw new EngineFault(400, "illegal_argument_exception", `Action/metadata line contains an unknown parameter [${unknown}]`);
    if (versionType !== "external" || typeof version !== "number")
      throw new EngineFault(400, "double", "a version of the database is needed");
    if (kind === "index") at += 1;
    yield { kind, id: String(id), routing: routing?.toString(), version, source: kind === "index" ? (lines[at] ?? {}) : null };
  }
}

/** State and answers of the cluster. */
class Cluster {
  readonly indexes = new Map<string, IndexStore>();
  readonly aliases = new Map<string, string>();
  readonly #refreshed: (() => void)[] = [];
  #tasks = 0;

  /** Returns the index of an alias or a name. */
  of(name: string, aliasOnly = false): IndexStore {
    const index = this.indexes.get(this.aliases.get(name) ?? (aliasOnly ? "" : name));
    if (!index) throw new EngineFault(404, "index_not_found_exception", `no such index [${name}]`);
    return index;
  }

  refresh(): void {
    for (const index of this.indexes.values()) index.refresh();
    for (const done of this.#refreshed.splice(0)) done();
  }

  create(name: string, request: VendorRequest): VendorReply {
    if (this.indexes.has(name)) throw new EngineFault(400, "resource_already_exists_exception", `index [${name}] already exists`);
    const body = JSON.parse(request.body.toString()) as ConstructorParameters<typeof IndexStore>[1] & { aliases?: object };
    this.indexes.set(name, new IndexStore(name, body));
    for (const alias of Object.keys(body.aliases ?? {})) this.aliases.set(alias, name);
    return json(200, { acknowledged: true, shards_acknowledged: true, index: name });
  }

  async bulk(name: string, request: VendorRequest): Promise<VendorReply> {
    const isAlias = request.query.get("require_alias") === "true";
    const items = [...actionsOf(linesOf(request))].map((action) => {
      const shared = { _index: name, _id: action.id };
      try {
        return { [action.kind]: { ...shared, _version: action.version, ...this.of(name, isAlias).perform(action) } };
      } catch (error) {
        if (!(error instanceof EngineFault)) throw error;
        return { [action.kind]: { ...shared, status: error.status, error: { type: error.type, reason: error.message } } };
      }
    });
    if (request.query.get("refresh") === "wait_for") await new Promise<void>((done) => this.#refreshed.push(done));
    return json(200, { took: 1, errors: items.some((item) => Object.values(item).some((one) => "error" in one)), items });
  }

  multiSearch(name: string, request: VendorRequest): VendorReply {
    const lines = linesOf(request);
    const responses = [];
    for (let at = 0; at < lines.length; at += 2) {
      try {
        const { routing } = (lines[at] ?? {}) as { routing?: string };
        const index = this.of(name);
        const hits = index.search(lines[at + 1] ?? {}, routing);
        const shards = { total: 3, successful: 3, skipped: 0, failed: 0 };
        responses.push({ took: 1, timed_out: false, _shards: shards, hits: { max_score: null, hits }, status: 200 });
      } catch (error) {
        if (!(error instanceof EngineFault)) throw error;
        responses.push({ error: { type: error.type, reason: error.message, root_cause: [] }, status: error.status });
      }
    }
    return json(200, { took: 1, responses });
  }

  removeByQuery(name: string, request: VendorRequest): VendorReply {
    this.of(name).removeMatching((JSON.parse(request.body.toString()) as { query: unknown }).query);
    this.#tasks += 1;
    return json(200, { task: `node:${this.#tasks}` });
  }
}

/** Refuses parameters and types of bodies that the API does not have. */
function check(operation: string, { query, headers, method, path }: VendorRequest): void {
  const known = PARAMETERS[operation] ?? [];
  for (const name of query.keys())
    if (!known.includes(name))
      throw new EngineFault(400, "illegal_argument_exception", `request [${path}] contains unrecognized parameter: [${name}]`);
  const type = CONTENT_TYPES[operation] ?? "application/json";
  const hasBody = headers["content-length"] !== undefined && headers["content-length"] !== "0";
  if (method !== "HEAD" && hasBody && headers["content-type"] !== type)
    throw new EngineFault(406, "media_type_header_exception", `Content-Type header [${headers["content-type"]}] is not supported`);
}

async function answer(cluster: Cluster, request: VendorRequest): Promise<VendorReply> {
  const [first = "", second = "", third = ""] = request.path.slice(1).split("/");
  check(second, request);
  const call = `${request.method} ${first.startsWith("_") ? first : "*"}${second === "" ? "" : `/${second.startsWith("_") ? second : "*"}`}`;
  switch (call) {
    case "HEAD _alias/*":
      return { status: cluster.aliases.has(second) ? 200 : 404 };
    case "PUT *":
      return cluster.create(first, request);
    case "PUT */_alias":
      cluster.aliases.set(third, cluster.of(first).name);
      return json(200, { acknowledged: true });
    case "POST */_bulk":
      return cluster.bulk(first, request);
    case "POST */_msearch":
      return cluster.multiSearch(first, request);
    case "POST */_delete_by_query":
      return cluster.removeByQuery(first, request);
    case "GET _cluster/*":
      cluster.of(third);
      return json(200, { cluster_name: "double", status: "green", timed_out: false, number_of_nodes: 1 });
    default:
      throw new EngineFault(400, "illegal_argument_exception", `no handler found for [${request.path}] and method [${request.method}]`);
  }
}

/** Starts a cluster on the loopback interface. */
export async function startOpenSearch(key = "stillreel:search secret"): Promise<OpenSearchDouble> {
  const cluster = new Cluster();
  const expected = `Basic ${Buffer.from(key).toString("base64")}`;
  const server = await startVendorServer(async (request) => {
    if (request.headers.authorization !== expected) return { status: 401, headers: { "content-type": "text/plain" }, body: "Unauthorized" };
    try {
      return await answer(cluster, request);
    } catch (error) {
      if (error instanceof EngineFault) return fault(error);
      throw error;
    }
  });
  const timer = setInterval(() => cluster.refresh(), REFRESH_MS);
  return {
    ...server,
    key,
    indexes: cluster.indexes,
    documents: () => [...cluster.indexes.values()].flatMap(({ documents }) => documents),
    lose() {
      cluster.indexes.clear();
      cluster.aliases.clear();
    },
    close: async () => {
      clearInterval(timer);
      await server.close();
    },
  };
}
