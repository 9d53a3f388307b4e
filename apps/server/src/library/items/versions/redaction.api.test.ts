import {
  API_BASE,
  copyItem,
  createFolder,
  createTakeout,
  createZip,
  getFolderShare,
  getImage,
  getShare,
  getTakeout,
  replaceImage,
  ROUTES,
  unlockShared,
  updateShare,
  type ClientResult,
  type Route,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, type TestApp, type TestUser } from "@stillreel/testing";
import { BOX, decode, findSecret, makePictures, MARKER_TEXT, SECRET_TEXT, SENSITIVE_X, type Seen } from "@stillreel/testing/secret";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members, workspaces } from "../../../platform/db/schema/index.ts";
import { ADDRESSES, ENDERS, HARMLESS } from "./redaction-addresses.ts";

/**
 * Verifies that redacted content is not visible without write permission at any URL. The test calls every route of the
 * contract and every other URL of the server as every kind of caller. It follows links in responses and searches all bytes.
 */

type Item = ClientResult<typeof getImage>;
/** A caller without write permission, with the credentials that they send. */
interface Reader {
  name: string;
  headers: Record<string, string>;
  user: TestUser | null;
}

let t: TestApp;
let owner: TestUser;
let member: TestUser;
let viewer: TestUser;
let pictures: Awaited<ReturnType<typeof makePictures>>;
let teamId: string;
let item: Item;
/** Control picture, created from the redacted picture by a user who never had access to the other one. */
let control: Item;
let slug: string;
let folderSlug: string;
let unlockCookie: string;
let markers: object;
let readers: Reader[];
/** Media URLs that readers received before, with their entity tags. */
const before = new Map<string, string>();
let placeholderBefore: string | null;

const capture = { kind: "full-page", pageTitle: "Numbers", sensitive: [{ kind: "card", x: SENSITIVE_X, y: 1, width: 30, height: 10 }] };
const params = () => ({ workspaceId: teamId, itemId: item.id });
const fresh = async (user: TestUser, id = item.id) =>
  (await t.call(getImage, { params: { workspaceId: teamId, itemId: id } }, user)).data();
const local = (url: string): string => url.replace(/^https?:\/\/[^/]+/u, "");

async function upload(user: TestUser, bytes: Buffer, more: Record<string, string> = {}): Promise<Item> {
  const form = multipart({ fullFileName: "numbers.png", title: "Numbers", ...more }, { fileName: "numbers.png", type: "image/png", bytes });
  const url = `${API_BASE}/workspace/${teamId}/files/image`;
  return expectData<Item>(
    await t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload }),
    201,
  );
}

async function redact(user: TestUser, of: Item): Promise<Item> {
  const fields = { refName: of.refName, keepOriginal: "true", markers: JSON.stringify(markers), baseVersion: String(of.pictureVersion) };
  const form = multipart(fields, { name: "blob", fileName: "numbers.png", type: "image/png", bytes: pictures.coveredPng });
  const url = `${API_BASE}${replaceImage.path.replace("{workspaceId}", teamId)}`;
  return expectData<Item>(await t.app.inject({ method: "PUT", url, headers: { ...user.headers, ...form.headers }, payload: form.payload }));
}

/** Queries and bodies that would have an effect with permission. A route without an entry is called with an empty body. */
function meant(route: Route): { query?: Record<string, string>; body?: unknown }[] {
  const items = { itemIds: [item.id] };
  const rows: Record<string, { query?: Record<string, string>; body?: unknown }[]> = {
    "items.list": ["folder", "all", "starred", "shared", "trash"].map((view) => ({ query: { view, q: "numbers" } })),
    "search.all": [{ query: { q: "numbers" } }],
    "workspaces.get": [{}, { query: { type: "image" } }],
    "items.copy": [{ body: { workspaceId: "personal" } }, { body: {} }],
    "items.addFromPersonal": [{ query: { itemId: item.id } }],
    "items.saveOriginal": [{ body: { fullFileName: item.refName } }, { body: { fullFileName: item.fullFileName } }],
    "items.update": [{ body: { title: "Theirs", originalImage: "x", markers: null } }],
    "items.purgeImage": [{ query: { imageId: item.id } }],
    "items.purgeVideo": [{ query: { videoId: item.id } }],
    "comments.create": [{ body: { text: "What was there?" } }],
    "shares.update": [{ body: { showCapture: true } }],
    "shares.unlock": [{ body: { password: "open sesame" } }],
    "emails.sendItem": [{ body: { workspaceId: teamId, itemId: item.id, emails: ["ann@example.test"] } }],
    "downloads.createZip": [{ body: items }],
    "integrations.save": [{ body: items }],
    "folders.moveItems": [{ body: items }],
    ...Object.fromEntries(["trashMany", "restoreMany", "deleteMany", "favoriteMany"].map((name) => [`items.${name}`, [{ body: items }]])),
    "items.moveMany": [{ body: { ...items, folderId: null } }],
    "items.move": [{ body: { workspaceId: "personal" } }],
  };
  return rows[route.id] ?? [{}];
}

/** Calls all routes as one reader, follows links in the responses and searches all bytes. */
class Walk {
  readonly #reader: Reader;
  readonly #visited = new Set<string>();
  readonly media = new Map<string, string>();
  readonly seen: Seen = { pictures: 0, archives: 0, documents: 0 };
  /** Problems found: content that must not be visible. */
  readonly problems: string[] = [];
  answers = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async everything({ mayHoldSecret = false, onlyReads = false } = {}): Promise<void> {
    // Copies contain what was visible at their creation, and belong to their creators.
    const skipped = mayHoldSecret ? [...ENDERS, "items.copy"] : [...ENDERS];
    for (const route of ROUTES.filter(({ id, method }) => !skipped.includes(id) && !(onlyReads && method !== "GET"))) {
      const filled: Record<string, string> = { ...params(), slug, type: "image", folderId: "root", commentId: item.id, takeoutId: item.id };
      for (const { query, body } of meant(route)) {
        const path = route.path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(filled[name] ?? item.id));
        const isBare = route.method === "GET" || route.form !== undefined;
        await this.#ask(`${API_BASE}${path}${query ? `?${new URLSearchParams(query).toString()}` : ""}`, {
          method: route.method,
          ...(isBare ? {} : { payload: (body ?? {}) as object }),
          mayHoldSecret,
        });
      }
    }
    for (const address of Object.values(ADDRESSES))
      if (typeof address === "function")
        for (const url of address({ workspaceId: teamId, itemId: item.id, slug, folderSlug, publicUrl: t.ports.publicUrl() }))
          await this.#ask(url, { method: "GET", mayHoldSecret });
  }

  async #ask(url: string, given: { method: Route["method"]; payload?: object; mayHoldSecret: boolean }): Promise<void> {
    const { mayHoldSecret, ...request } = given;
    const key = `${request.method} ${url} ${JSON.stringify(request.payload ?? null)}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    const from = `${this.#reader.name}: ${key}`;
    // Entity tags that the caller may still have in a cache. None of them is current.
    const tags = mayHoldSecret ? "" : [...before.values()].join(", ");
    const headers = { ...this.#reader.headers, ...(tags === "" ? {} : { "if-none-match": tags }) };
    const answer = await t.app.inject({ ...request, url, headers });
    this.answers += 1;
    const isText = /json|html|text/u.test(String(answer.headers["content-type"] ?? ""));
    const note = (problem: string | false | null): void =>
      void (problem && this.problems.push(`${from}: ${answer.statusCode}: ${problem}`));
    note(answer.statusCode === 304 && "what is in somebody's cache is said to be current");
    note(answer.statusCode >= 500 && "it failed");
    const isPrivate = /no-store|private/u.test(String(answer.headers["cache-control"]));
    note(answer.statusCode < 400 && !isPrivate && "it may be kept by others");
    if (url.startsWith("/media/") && answer.statusCode === 200) this.media.set(url, String(answer.headers.etag));
    if (!mayHoldSecret) {
      note(await findSecret(answer.rawPayload, this.seen));
      note(await findSecret(Buffer.from(JSON.stringify(answer.headers)), this.seen));
      if (isText) {
        note(answer.body.match(/"(?:originalImage|markers)":(?!null)|"sensitive"/gu)?.join(" ") ?? null);
        note(placeholderBefore !== null && answer.body.includes(placeholderBefore) && "the old placeholder");
      }
    }
    const links = isText ? `${answer.body} ${String(answer.headers.location ?? "")}` : String(answer.headers.location ?? "");
    for (const [found] of links.matchAll(/\/(?:media|api\/v1\/zips|api\/v1\/avatars|s)\/[\w.-]{20,}(?:\/preview|\/video)?/gu))
      await this.#ask(local(found), { method: "GET", mayHoldSecret });
  }
}

beforeAll(async () => {
  t = await createTestApp();
  pictures = await makePictures();
  [owner, member, viewer] = [await t.user(), await t.user(), await t.user()];
  const outsider = await t.user();
  teamId = t.ports.ids.id();
  await t.ports.db.insert(workspaces).values({ id: teamId, kind: "team", name: "Team" });
  for (const [user, role] of [
    [owner, "owner"],
    [member, "member"],
    [viewer, "viewer"],
  ] as const) {
    const { rows } = await t.ports.pool.query<{ id: string }>("select id from users where email = $1", [user.email]);
    await t.ports.db.insert(members).values({ workspaceId: teamId, userId: rows[0]?.id ?? "", role });
  }
  markers = {
    version: 1,
    crop: null,
    shapes: [
      { id: "r", type: "redact", ...BOX, color: "#17161C" },
      { id: "t", type: "text", x: 1, y: 1, text: MARKER_TEXT, hidden: true, color: "#FFFFFF", fontSize: 20 },
    ],
  };
  const folder = (await t.call(createFolder, { params: { workspaceId: teamId }, body: { name: "Shared" } as never }, owner)).data();
  item = await upload(owner, pictures.openPng, { capture: JSON.stringify(capture), folderId: folder.id });
  await t.runJobs();
  slug = (await t.call(getShare, { params: params() }, owner)).data().slug;
  folderSlug = (await t.call(getFolderShare, { params: { workspaceId: teamId, folderId: folder.id } }, owner)).data().slug;
  readers = [
    { name: "viewer", headers: viewer.headers, user: viewer },
    { name: "outsider", headers: outsider.headers, user: outsider },
    { name: "visitor", headers: {}, user: null },
  ];
  // URLs and tags that readers have before anything is redacted.
  placeholderBefore = null;
  for (const reader of readers) {
    const walk = new Walk(reader);
    await walk.everything({ mayHoldSecret: true });
    for (const [url, etag] of walk.media) before.set(url, etag);
  }
  placeholderBefore = (await fresh(owner)).placeholder;
  item = await redact(member, await fresh(member));
  control = await upload(member, pictures.cleanPng, { title: "Control" });
}, 120_000);
afterAll(() => t.close());

describe("redacted content", () => {
  it("is detected in pictures that contain it", async () => {
    const seen: Seen = { pictures: 0, archives: 0, documents: 0 };
    expect(before.size).toBeGreaterThan(6);
    expect(await findSecret(pictures.openPng, seen)).toBe("a secret text");
    expect(await findSecret(await sharp(pictures.openPng).png().toBuffer(), seen)).toBe("pixels of the secret");
    expect(await findSecret(await sharp(pictures.openPng).resize(320).webp().toBuffer(), seen)).toMatch(/not covered/u);
    expect(await findSecret(pictures.cleanPng, seen)).toBeNull();
  });

  it("is not available from URLs that were issued before the redaction", async () => {
    for (const url of before.keys()) {
      expectError(await t.app.inject({ url }), "not-found");
      expectError(await t.app.inject({ url, headers: { range: "bytes=0-99" } }), "not-found");
      expectError(await t.app.inject({ url, headers: { "if-none-match": before.get(url) ?? "" } }), "not-found");
    }
  });

  it.each(["before its thumbnails are rendered again", "afterwards"])(
    "is in no response to a user without write permission, %s",
    { timeout: 120_000 },
    async (when) => {
      if (when === "afterwards") await t.runJobs();
      const total: Seen = { pictures: 0, archives: 0, documents: 0 };
      for (const reader of readers) {
        const walk = new Walk(reader);
        await walk.everything();
        expect(walk.problems).toEqual([]);
        expect(walk.answers).toBeGreaterThan(60);
        for (const key of Object.keys(total) as (keyof Seen)[]) total[key] += walk.seen[key];
        // A reader's copy in their personal workspace is writable for them and contains only what they could see.
        await t.ports.pool.query("delete from items where workspace_id <> $1", [teamId]);
      }
      expect(total.pictures).toBeGreaterThan(12);
      expect([total.archives, total.documents].every((count) => count > 0)).toBe(true);
    },
  );

  it("is not available through a link with a password", { timeout: 120_000 }, async () => {
    (await t.call(updateShare, { params: params(), body: { password: "open sesame" } }, owner)).data();
    const answer = await t.call(unlockShared, { params: { slug }, body: { password: "open sesame" } });
    unlockCookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    const walk = new Walk({ name: "visitor with the password", headers: { cookie: unlockCookie }, user: null });
    await walk.everything();
    expect(walk.problems).toEqual([]);
    expect(walk.seen.pictures).toBeGreaterThan(4);
    (await t.call(updateShare, { params: params(), body: { password: null, showCapture: true } }, owner)).data();
    const shown = new Walk({ name: "visitor who is shown the capture", headers: {}, user: null });
    await shown.everything();
    expect(shown.problems).toEqual([]);
    expect((await t.app.inject({ url: `/s/${slug}` })).body).toContain("About this capture");
  });

  it("is in no derived file: all files equal those of the covered picture", async () => {
    const [redacted, plain] = [await fresh(viewer), await fresh(viewer, control.id)];
    expect(redacted.placeholder).toBe(plain.placeholder);
    for (const name of ["sourceUrl", "thumbnailUrl", "thumbnailLargeUrl"] as const) {
      const [one, other] = await Promise.all([redacted, plain].map(async (each) => t.app.inject({ url: each[name] ?? "" })));
      expect(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0)), name).toBe(true);
    }
    for (const format of ["jpg", "webp", "png"]) {
      const [one, other] = await Promise.all(
        [item, control].map(async ({ id }) =>
          t.app.inject({ url: `/api/v1/items/${id}/download?format=${format}`, headers: viewer.headers }),
        ),
      );
      if (format !== "png") expect(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0)), format).toBe(true);
    }
  });

  it("is not sent in events", async () => {
    const address = await t.listen();
    const stop = new AbortController();
    const stream = await fetch(`${address}${API_BASE}/events`, { headers: viewer.headers, signal: stop.signal });
    const reader = stream.body?.getReader();
    item = await redact(member, await fresh(member));
    let received = "";
    while (!received.includes(item.id)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) break;
      received += Buffer.from(value ?? []).toString();
    }
    stop.abort();
    expect(received).toContain(item.id);
    expect(await findSecret(Buffer.from(received), { pictures: 0, archives: 0, documents: 0 })).toBeNull();
  });

  it("is not in a reader's copy, nor in the reader's takeout of it", async () => {
    const copy = (await t.call(copyItem, { params: { itemId: item.id }, body: { workspaceId: "personal" } }, viewer)).data();
    expect(copy).toMatchObject({ annotated: false, originalImage: null, markers: null, permission: { write: true } });
    expect(copy.capture).toMatchObject({ pageTitle: "Numbers" });
    expect(copy.capture).not.toHaveProperty("sensitive");
    await t.runJobs();
    const { id } = (await t.call(createTakeout, {}, viewer)).data();
    await t.runJobs();
    const { downloadUrl } = (await t.call(getTakeout, { params: { takeoutId: id } }, viewer)).data();
    const zip = (await t.app.inject({ url: downloadUrl ?? "" })).rawPayload;
    expect(Object.keys(unzipSync(zip)).some((name) => name.startsWith("originals/"))).toBe(false);
    const seen: Seen = { pictures: 0, archives: 0, documents: 0 };
    expect(await findSecret(zip, seen)).toBeNull();
    expect(seen.pictures).toBe(1);
  });
});

describe("users with write permission", () => {
  it("get the redacted content, as the same check detects", { timeout: 60_000 }, async () => {
    const walk = new Walk({ name: "member", headers: member.headers, user: member });
    await walk.everything({ onlyReads: true });
    for (const found of [/pixels of the secret/u, /"originalImage":/u, /a secret text/u])
      expect(
        walk.problems.some((problem) => found.test(problem)),
        String(found),
      ).toBe(true);
  });

  it("get the original with every pixel, without its metadata, and the layers", async () => {
    for (const user of [owner, member]) {
      const { originalImage, markers: layers, capture: known, annotated } = await fresh(user);
      expect(annotated).toBe(true);
      expect(layers).toMatchObject({ shapes: [{ type: "redact" }, { text: MARKER_TEXT }] });
      expect(known).toMatchObject(capture);
      const bytes = (await t.app.inject({ url: local(originalImage ?? "") })).rawPayload;
      expect((await decode(bytes)).raw.equals(pictures.open)).toBe(true);
      expect(bytes.includes(SECRET_TEXT)).toBe(false);
    }
    const zip = (await t.call(createZip, { params: { workspaceId: teamId }, body: { itemIds: [item.id] } }, member)).data();
    const files = unzipSync((await t.app.inject({ url: zip.downloadUrl, headers: member.headers })).rawPayload);
    expect(Object.keys(files)).toHaveLength(1);
    expect((await decode(Object.values(files)[0] ?? new Uint8Array())).raw.equals(pictures.covered)).toBe(true);
  });

  it("invalidate every old URL, also while a copy still shows the old picture", async () => {
    const shared = await upload(owner, pictures.openPng);
    await t.runJobs();
    const copy = (await t.call(copyItem, { params: { itemId: shared.id }, body: { workspaceId: "personal" } }, owner)).data();
    const { sourceUrl, thumbnailUrl, thumbnailLargeUrl } = await fresh(viewer, shared.id);
    await redact(member, await fresh(member, shared.id));
    for (const url of [sourceUrl, thumbnailUrl, thumbnailLargeUrl]) expectError(await t.app.inject({ url: url ?? "" }), "not-found");
    const mine = (await t.call(getImage, { params: { workspaceId: "personal", itemId: copy.id } }, owner)).data();
    for (const url of [mine.sourceUrl, mine.thumbnailUrl, mine.thumbnailLargeUrl])
      expect((await t.app.inject({ url: url ?? "" })).statusCode).toBe(200);
  });
});

it("the check covers every route of the server; a new route must be listed", () => {
  // Two routes may name the same path parameter differently.
  const shapeOf = (path: string): string => path.replace(/:\w+(?:\|:\w+)*/gu, ":");
  const known = new Set(
    [...ROUTES.map(({ path }) => API_BASE + path.replace(/\{(\w+)\}/gu, ":$1")), ...Object.keys(ADDRESSES), ...HARMLESS].map(shapeOf),
  );
  const stack: string[] = [];
  const unlisted: string[] = [];
  for (const line of t.app.printRoutes({ commonPrefix: false }).split("\n")) {
    const found = /^(?<indent>.*?)[├└]── (?<path>\S+)(?<methods> \(.*\))?$/u.exec(line)?.groups;
    if (!found) continue;
    const depth = (found["indent"] ?? "").length / 4;
    const path = `${stack.slice(0, depth).join("")}${found["path"]}`;
    stack.splice(depth, stack.length, found["path"] ?? "");
    const isListed = known.has(shapeOf(path)) || path.startsWith("/s/assets/");
    if (found["methods"] && !isListed) unlisted.push(path);
  }
  expect(stack.length).toBeGreaterThan(0);
  expect(unlisted).toEqual([]);
});
