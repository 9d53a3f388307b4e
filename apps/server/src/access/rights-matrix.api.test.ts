import {
  createWorkspace,
  getImage,
  getShare,
  listFileRights,
  listFolderRights,
  listFolders,
  listMembers,
  listTeams,
  ROUTES,
} from "@stillreel/contract";
import { createTestApp, multipart, png, recording, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CALLERS } from "./rights-matrix/callers.ts";
import { MATRIX } from "./rights-matrix/matrix.ts";
import type { Answer } from "./rights-matrix/requests.ts";
import { cellsOf, registeredAs, type Row, RequestContext, shapeOf } from "./rights-matrix/request-context.ts";
import type { ExpectedResponse } from "./rights-matrix/expected-responses.ts";
import { createMatrixFixture, type MatrixTarget, type MatrixFixture } from "./rights-matrix/matrix-fixture.ts";

/**
 * Every route of the server × every kind of caller, as docs/generated/permissions.md lists it. The expected cells follow from the permission
 * that the route declares. Each request would have an effect if it were
 * permitted; refused requests reveal nothing and change nothing.
 */
let t: TestApp;
let fixture: MatrixFixture;
let before: unknown;

beforeAll(async () => {
  // Nothing is sent to these services: the jobs do not run.
  t = await createTestApp({ config: { TRANSCRIBE_URL: "http://127.0.0.1:9", LLM_URL: "http://127.0.0.1:9" } });
  fixture = await createMatrixFixture({
    app: t.app,
    address: await t.listen(),
    advance: (ms) => t.clock.advance(ms),
    finishVideos: async () => void (await t.ports.pool.query("update items set stage = 'ready' where type = 'video'")),
    announceAccessRequests: async () =>
      void (await t.ports.pool.query(
        "update access_requests set item_id = target_id::uuid, notified_at = now() where target_type = 'item' and notified_at is null and target_id in (select id::text from items)",
      )),
    form: (fields, file) => multipart(fields, file ?? []),
    picture: png(),
    film: await recording({ seconds: 4 }),
  });
  before = await askedFor();
}, 120_000);
afterAll(() => t.close());

const ROWS: readonly Row[] = MATRIX.flatMap(({ rows }) => rows);
/** Responses that are identical for inaccessible and for non-existent resources. */
const BLIND = new Set<ExpectedResponse>(["401", "404", "422"]);
/** Error codes by status. */
const CODES: Record<string, RegExp> = {
  "400": /^passkey-refused$/u,
  "401": /^(?:unauthenticated|sign-in-to-\w+)$/u,
  "403": /^forbidden$/u,
  "404": /^not-found$/u,
  "409": /^(?:last-owner|not-retryable|two-factor-off|password-exists|reconnect-needed|edit-conflict|no-transcript)$/u,
  "410": /^(?:(?:reset|email)-link-used|sign-in-expired|connection-expired)$/u,
  "422": /^validation-failed$/u,
  "501": /^not-configured$/u,
};

interface Failure {
  code?: string;
  data?: { failed?: { code: string }[] };
}

const read = ({ body }: Answer): Failure => (body.startsWith("{") ? (JSON.parse(body) as Failure) : {});
const isSuccess = ({ status }: Answer): boolean => status < 300 || status === 302;
const answerText = ({ status, body }: Answer): string => `${status} ${body.slice(0, 200)}`;

/** Returns how a response differs from its cell; null when it matches. */
function objection({ shows }: Row, context: RequestContext, answer: Answer, first: Answer): string | null {
  const { expected } = context;
  if (expected === "same") {
    const isSame = answer.status === first.status && answer.body === first.body && answer.status !== 500;
    return isSame ? null : `${answerText(first)} to others, ${answerText(answer)}`;
  }
  const isRefusal = /^\d/u.test(expected);
  if (isRefusal) {
    const { code } = read(answer);
    const isCalledSo = code === undefined || CODES[expected]?.test(code) === true;
    return String(answer.status) === expected && isCalledSo ? null : answerText(answer);
  }
  if (!isSuccess(answer)) return answerText(answer);
  if (expected === "(403)" || expected === "(404)") {
    const wanted = expected === "(403)" ? "forbidden" : "not-found";
    const { failed = [] } = read(answer).data ?? {};
    return failed.length === 1 && failed[0]?.code === wanted ? null : answerText(answer);
  }
  if (!shows) return null;
  return answer.body.includes(shows(context)) === (expected !== "part")
    ? null
    : `it ${expected === "part" ? "shows" : "lacks"} ${shows(context)}`;
}

async function call(row: Row, context: RequestContext): Promise<Answer> {
  return fixture.ask(context.sender, await row.send(context));
}

/** Returns how a response differs from its twin's; null when they are indistinguishable. */
function difference(answer: Answer, twin: Answer): string | null {
  if (JSON.stringify(answer) === JSON.stringify(twin)) return null;
  return `${JSON.stringify(answer).slice(0, 600)}\nand for ids that never existed\n${JSON.stringify(twin).slice(0, 600)}`;
}

async function problemsOf(row: Row): Promise<string[]> {
  const problems: string[] = [];
  const cells = cellsOf(row, t.app.routePermissions);
  let first: Answer | undefined;
  for (const caller of CALLERS) {
    const expected = cells[caller.column];
    const context = new RequestContext(fixture, caller, expected, false);
    const answer = await call(row, context);
    first ??= answer;
    const wrong = objection(row, context, answer, first);
    if (wrong !== null) problems.push(`${caller.name} (${expected}): ${wrong}`);
    // A caller with a valid link knows that the item exists.
    else if (BLIND.has(expected) && caller.column !== "link") {
      const unlike = difference(answer, await call(row, new RequestContext(fixture, caller, expected, true)));
      if (unlike !== null) problems.push(`${caller.name} (${expected}) can distinguish it: ${unlike}`);
    }
  }
  return problems;
}

/** Returns the current state of everything that refused requests addressed. */
async function askedFor(): Promise<unknown> {
  const { data, owner, workspaceId, teamId, people } = fixture;
  const callers = new Set(Object.values(people).map((person) => person?.id));
  const describeTarget = async ({ item, folderId, topId, subfolderId, trashedId, slug }: MatrixTarget) => {
    const items = await Promise.all([item.id, trashedId].map((itemId) => data(owner, getImage, { params: { workspaceId, itemId } })));
    const folders = await data(owner, listFolders, { params: { workspaceId }, query: {} });
    const link = await data(owner, getShare, { params: { workspaceId, itemId: item.id } });
    const [ofFile, ofFolder] = await Promise.all([
      data(owner, listFileRights, { params: { workspaceId, itemId: item.id } }),
      data(owner, listFolderRights, { params: { workspaceId, itemId: folderId } }),
    ]);
    return {
      items: items.map(({ title, description, parentId, trash, pictureVersion, annotated, access, refName }) => [
        [title, description, parentId, trash, pictureVersion, annotated, access, refName],
      ]),
      folders: folders.items
        .filter(({ id }) => [topId, folderId, subfolderId].includes(id))
        .map(({ id, name, parentId, color }) => [id, name, parentId, color]),
      link: [link.slug === slug, link.visibility, link.hasPassword],
      entries: [...ofFile.entries, ...ofFolder.entries].map(({ id, read: reads, write }) => `${id} ${reads} ${write}`).toSorted(),
    };
  };
  const [members, teams] = await Promise.all([
    data(owner, listMembers, { params: { workspaceId }, query: { limit: 200 } }),
    data(owner, listTeams, { params: { workspaceId } }),
  ]);
  return {
    targets: [await describeTarget(fixture.open), await describeTarget(fixture.closed)],
    roles: members.items.filter(({ id }) => callers.has(id)).map(({ id, role }) => [id, role]),
    team: teams.items.find(({ id }) => id === teamId),
  };
}

/** Returns every method and address of the running server, except static files. */
function addresses(): Set<string> {
  const stack: string[] = [];
  const found = new Set<string>();
  for (const line of t.app.printRoutes({ commonPrefix: false }).split("\n")) {
    const groups = /^(?<indent>.*?)[├└]── (?<path>\S+)(?: \((?<methods>.*)\))?$/u.exec(line)?.groups;
    if (!groups) continue;
    const depth = (groups["indent"] ?? "").length / 4;
    const path = `${stack.slice(0, depth).join("")}${groups["path"]}`.replace(/^\/s\/assets\/.*/u, "/s/assets/*");
    stack.splice(depth, stack.length, groups["path"] ?? "");
    const methods = groups["methods"]?.split(", ") ?? [];
    for (const method of methods) if (!(method === "HEAD" && methods.includes("GET"))) found.add(shapeOf(`${method} ${path}`));
  }
  return found;
}

describe("S1: the matrix of rights", () => {
  it("has a row for every route of the server, and no other row", () => {
    const ofContract = ROWS.flatMap(({ route, query }) => (route && query === undefined ? [route.id] : []));
    expect(ofContract.toSorted()).toEqual(ROUTES.map(({ id }) => id).toSorted());
    const rows = ROWS.map(registeredAs);
    const [mounted, shapes] = [addresses(), new Set(rows.map(shapeOf))];
    expect([...mounted].filter((address) => !shapes.has(address))).toEqual([]);
    const isThere = (one: string): boolean => {
      const [method, url = ""] = one.split(" ");
      return mounted.has(shapeOf(one)) || t.app.hasRoute({ method: method as "GET", url });
    };
    expect(rows.filter((one) => !isThere(one))).toEqual([]);
  });

  it("has a deviation only where a row differs from the permission of its route", () => {
    const needless = ROWS.filter((row) => {
      const { cells, query, ...plain } = row;
      return cells !== undefined && query === undefined && JSON.stringify(cells) === JSON.stringify(cellsOf(plain, t.app.routePermissions));
    });
    expect(needless.map(({ address }) => address)).toEqual([]);
  });

  describe.each(MATRIX)("$title", ({ rows }) => {
    it.each(rows)("$address", { timeout: 60_000 }, async (row) => {
      expect(await problemsOf(row)).toEqual([]);
    });
  });

  it("items of another workspace and items that never existed get the same response on every route", { timeout: 60_000 }, async () => {
    const stranger = CALLERS.find(({ name }) => name === "stranger");
    if (!stranger) throw new Error("There is no stranger.");
    const named = ROWS.filter(({ route }) => /\{(?:workspaceId|itemId|commentId|id)\}/u.test(route?.path ?? ""));
    expect(named.length).toBeGreaterThan(60);
    const problems: string[] = [];
    for (const row of named) {
      // Some of these delete the workspace in which they are requested.
      const home = async () => (await fixture.data(fixture.people.stranger, createWorkspace, { query: { name: "Elsewhere" } })).id;
      const foreign = new RequestContext(fixture, stranger, "404", false, await home());
      const unknown = new RequestContext(fixture, stranger, "404", true, await home());
      const [answer, twin] = [await call(row, foreign), await call(row, unknown)];
      const unlike = isSuccess(answer) && isSuccess(twin) ? null : difference(answer, twin);
      if (unlike !== null) problems.push(`${row.address}: ${unlike}`);
      if (answer.body.includes(fixture.open.item.title)) problems.push(`${row.address} reveals another workspace: ${answerText(answer)}`);
    }
    expect(problems).toEqual([]);
  });

  it("contains no refused request that changes data", async () => {
    expect(await askedFor()).toEqual(before);
  });
});
