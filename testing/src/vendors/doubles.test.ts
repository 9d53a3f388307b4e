import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startVendors, type Vendors, visitConsent } from "./index.ts";

let vendors: Vendors;
beforeAll(async () => {
  vendors = await startVendors();
});
afterAll(() => vendors.close());

type Service = keyof Vendors["grants"];

/** Gets an access token at a service, as a client without the product would. */
async function signIn(service: Service, authorizeUrl: string, tokenUrl: string, scope: string): Promise<string> {
  const { clientId, clientSecret } = vendors.grants[service].app;
  const verifier = "a-verifier-of-at-least-forty-three-characters-00";
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: "http://here.test/back",
    response_type: "code",
    scope,
    state: "s",
    access_type: "offline",
    token_access_type: "offline",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const back = await visitConsent(`${authorizeUrl}?${query.toString()}`);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: "http://here.test/back",
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
  });
  const answer = (await (await fetch(tokenUrl, { method: "POST", body })).json()) as { access_token: string };
  return answer.access_token;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestInit["body"];
}
let token: string;
/** Sends a request with the token and returns its status, headers and parsed body. */
async function send(url: string, { method = "GET", headers = {}, body = null }: Sent = {}) {
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}`, ...headers }, body });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as Record<string, never> & string };
}
const json = (value: unknown): Sent => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

describe("Google", () => {
  let base: string;
  beforeEach(async () => {
    base = vendors.google.origin;
    token = await signIn("drive", `${base}/o/oauth2/v2/auth`, `${base}/token`, "https://www.googleapis.com/auth/drive.file");
  });
  const begin = (size: number, parent: string) =>
    send(`${base}/upload/drive/v3/files?uploadType=resumable`, {
      ...json({ name: "clip.webm", parents: [parent], appProperties: { itemId: "7" } }),
      headers: { "content-type": "application/json", "x-upload-content-length": String(size), "x-upload-content-type": "video/webm" },
    });

  test("takes an upload in pieces, reports its progress, and goes on after a lost answer", async () => {
    const folder = vendors.google.addFolder("Captures");
    const bytes = Buffer.alloc(262_144 + 1_000, 7);
    const session = (await begin(bytes.length, folder)).headers.get("location") ?? "";
    const put = (range: string, body: Uint8Array<ArrayBuffer>) =>
      send(session, { method: "PUT", headers: { "content-range": range }, body });
    expect((await put("bytes 0-999/263144", bytes.subarray(0, 1_000))).status).toBe(400);
    vendors.google.failNext("/upload/", { kind: "lose-answer" });
    await expect(put("bytes 0-262143/263144", bytes.subarray(0, 262_144))).rejects.toThrow("fetch failed");
    const progress = await put("bytes */263144", Buffer.alloc(0));
    expect([progress.status, progress.headers.get("range")]).toEqual([308, "bytes=0-262143"]);
    const done = await put("bytes 262144-263143/263144", bytes.subarray(262_144));
    expect(done.body).toMatchObject({ name: "clip.webm", size: "263144", md5Checksum: createHash("md5").update(bytes).digest("hex") });
    expect((await put("bytes */263144", Buffer.alloc(0))).status).toBe(200);
    const q = `'${folder}' in parents and appProperties has { key='itemId' and value='7' } and trashed = false`;
    expect((await send(`${base}/drive/v3/files?q=${encodeURIComponent(q)}`)).body["files"]).toHaveLength(1);
  });

  test("knows full drives, deleted folders and shared files", async () => {
    const folder = vendors.google.addFolder("Gone");
    vendors.google.isFull = true;
    expect((await begin(10, folder)).body["error"]).toMatchObject({ code: 403, errors: [{ reason: "storageQuotaExceeded" }] });
    vendors.google.isFull = false;
    vendors.google.delete(folder);
    expect((await begin(10, folder)).status).toBe(404);
    const { id } = (await send(`${base}/drive/v3/files`, json({ name: "x", mimeType: "application/vnd.google-apps.folder" }))).body;
    await send(`${base}/drive/v3/files/${String(id)}/permissions`, json({ type: "anyone", role: "reader" }));
    expect(vendors.google.files.get(String(id))?.isShared).toBe(true);
  });
});

describe("Dropbox", () => {
  let base: string;
  beforeEach(async () => {
    base = vendors.dropbox.origin;
    token = await signIn("dropbox", `${base}/oauth2/authorize`, `${base}/oauth2/token`, "files.content.write");
  });
  const upload = (call: string, argument: object, text = "") =>
    send(`${base}/2/files/${call}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream", "dropbox-api-arg": JSON.stringify(argument) },
      body: text,
    });
  const commit = { path: "/shot.png", mode: "add", autorename: true };

  test("takes an upload in pieces, corrects a wrong offset, and gives a taken name a number", async () => {
    const { session_id } = (await upload("upload_session/start", { close: false }, "abc")).body;
    vendors.dropbox.failNext("append_v2", { kind: "lose-answer" });
    const append = () => upload("upload_session/append_v2", { cursor: { session_id, offset: 3 } }, "def");
    await expect(append()).rejects.toThrow("fetch failed");
    expect(await append()).toMatchObject({ status: 409, body: { error: { ".tag": "incorrect_offset", correct_offset: 6 } } });
    const done = await upload("upload_session/finish", { cursor: { session_id, offset: 6 }, commit }, "gh");
    expect(done.body).toMatchObject({ path_display: "/shot.png", size: 8 });
    expect((await upload("upload", commit, "other")).body).toMatchObject({ path_display: "/shot (1).png" });
  });

  test("knows full accounts, links and folders", async () => {
    vendors.dropbox.isFull = true;
    expect((await upload("upload", { path: "/full.png" }, "x")).body).toMatchObject({ error_summary: "path/insufficient_space/.." });
    vendors.dropbox.isFull = false;
    await upload("upload", { path: "/linked.png" }, "x");
    const link = () => send(`${base}/2/sharing/create_shared_link_with_settings`, json({ path: "/linked.png" }));
    expect((await link()).body["url"]).toMatch(/^https:\/\/www\.dropbox\.com\//u);
    expect((await link()).body).toMatchObject({ error_summary: "shared_link_already_exists/.." });
    expect((await send(`${base}/2/sharing/list_shared_links`, json({ path: "/linked.png" }))).body["links"]).toHaveLength(1);
    const folder = () => send(`${base}/2/files/create_folder_v2`, json({ path: "/Captures" }));
    expect([(await folder()).status, (await folder()).status]).toEqual([200, 409]);
    const entries = (await send(`${base}/2/files/list_folder`, json({ path: "" }))).body["entries"];
    expect(entries).toContainEqual(expect.objectContaining({ ".tag": "folder", name: "Captures" }));
    await upload("upload", { path: "/New/Deep/x.png" }, "x");
    expect([...vendors.dropbox.folders.values()]).toEqual(expect.arrayContaining(["/New", "/New/Deep"]));
  });
});

describe("Slack", () => {
  let base: string;
  beforeEach(async () => {
    base = vendors.slack.origin;
    const scopes = "channels:read,channels:join,chat:write,chat:write.public,files:write";
    token = await signIn("slack", `${base}/oauth/v2/authorize`, `${base}/api/oauth.v2.access`, scopes);
  });
  const call = async (method: string, fields: Record<string, string>) =>
    (await send(`${base}/api/${method}`, { method: "POST", body: new URLSearchParams(fields) })).body;

  test("lists channels in pages, without archived ones", async () => {
    vendors.slack.addChannels(450);
    const names: string[] = [];
    let cursor = "";
    do {
      const fields = { types: "public_channel,private_channel", exclude_archived: "true", limit: "200", ...(cursor && { cursor }) };
      const page = (await call("conversations.list", fields)) as unknown as {
        channels: { name: string }[];
        response_metadata: { next_cursor: string };
      };
      names.push(...page.channels.map(({ name }) => name));
      cursor = page.response_metadata.next_cursor;
    } while (cursor);
    expect(names).toHaveLength(453);
    expect(names).not.toContain("old-news");
  });

  test("shares a file after the app has joined the channel", async () => {
    const [, random] = vendors.slack.channels;
    const started = await call("files.getUploadURLExternal", { filename: "shot.png", length: "4" });
    const uploadUrl = String(started["upload_url"]);
    expect((await fetch(uploadUrl, { method: "POST", body: "abc" })).status).toBe(400);
    expect((await fetch(uploadUrl, { method: "POST", body: "abcd" })).status).toBe(200);
    const complete = () =>
      call("files.completeUploadExternal", { files: JSON.stringify([{ id: started["file_id"] }]), channel_id: String(random?.id) });
    expect(await complete()).toMatchObject({ ok: false, error: "not_in_channel" });
    expect(await call("conversations.join", { channel: String(random?.id) })).toMatchObject({ ok: true });
    expect(await complete()).toMatchObject({ ok: true });
    expect(vendors.slack.messages.at(-1)?.fileIds).toEqual([started["file_id"]]);
    vendors.slack.deleteChannel(String(random?.id));
    expect(await call("chat.postMessage", { channel: String(random?.id), text: "x" })).toMatchObject({ error: "channel_not_found" });
  });
});

describe("Jira and Trello", () => {
  const sign = async (service: "jira" | "trello", scope: string): Promise<void> => {
    const base = vendors.atlassian.origin;
    token = await signIn(service, `${base}/authorize`, `${base}/oauth/token`, scope);
  };

  test("an issue needs the fields of its type, and takes attachments", async () => {
    await sign("jira", "read:jira-work write:jira-work offline_access");
    const [site] = (await send(`${vendors.atlassian.origin}/oauth/token/accessible-resources`)).body as unknown as { id: string }[];
    const api = `${vendors.atlassian.origin}/ex/jira/${String(site?.id)}/rest/api/3`;
    expect((await send(`${api}/project/search?query=exam`)).body).toMatchObject({ total: 1, isLast: true, values: [{ key: "EX" }] });
    expect((await send(`${api}/issue/createmeta/10000/issuetypes`)).body["issueTypes"]).toHaveLength(3);
    const fields = { project: { id: "10000" }, issuetype: { id: "10002" }, summary: "Broken" };
    const refused = await send(`${api}/issue`, json({ fields }));
    expect(refused).toMatchObject({ status: 400, body: { errors: { customfield_10050: "Severity is required." } } });
    const created = await send(`${api}/issue`, json({ fields: { ...fields, customfield_10050: { id: "1" } } }));
    expect(created).toMatchObject({ status: 201, body: { key: "EX-1" } });
    const form = new FormData();
    form.append("file", new Blob(["abc"], { type: "image/png" }), "shot.png");
    const attach = (headers: Record<string, string>) => send(`${api}/issue/EX-1/attachments`, { method: "POST", headers, body: form });
    expect((await attach({})).status).toBe(403);
    expect((await attach({ "x-atlassian-token": "no-check" })).status).toBe(200);
    expect(vendors.atlassian.issues.get("EX-1")?.attachments).toMatchObject([{ name: "shot.png", type: "image/png" }]);
  });

  test("a card goes to a list, with a link and a file; a deleted board has no lists", async () => {
    await sign("trello", "read:board:trello write:board:trello offline_access");
    const base = vendors.trello.origin;
    const [board] = (await send(`${base}/1/members/me/boards`)).body as unknown as { id: string }[];
    const listsUrl = `${base}/1/boards/${String(board?.id)}/lists`;
    const [list] = (await send(listsUrl)).body as unknown as { id: string }[];
    const card = (await send(`${base}/1/cards`, json({ idList: list?.id, name: "Shot", desc: "See" }))).body;
    const attachments = `${base}/1/cards/${String(card["id"])}/attachments`;
    expect((await send(attachments, json({ url: "https://here.test/s/1" }))).body).toMatchObject({ isUpload: false });
    const form = new FormData();
    form.append("file", new Blob(["abc"]), "shot.png");
    expect((await send(attachments, { method: "POST", body: form })).body).toMatchObject({ isUpload: true, bytes: 3 });
    expect(vendors.trello.cards.get(String(card["id"]))?.attachments).toHaveLength(2);
    vendors.trello.deleteBoard(String(board?.id));
    expect((await send(listsUrl)).status).toBe(404);
    expect(await send(`${base}/1/cards`, json({ idList: list?.id }))).toMatchObject({ status: 400, body: "invalid value for idList" });
  });
});

test("a service can refuse, drop, delay and forget", async () => {
  token = "none";
  const url = `${vendors.trello.origin}/1/members/me`;
  vendors.trello.failNext("/members", { kind: "status", status: 429, headers: { "retry-after": "3" }, body: { error: "LIMIT" } });
  expect((await send(url)).headers.get("retry-after")).toBe("3");
  vendors.trello.failNext("/members", { kind: "drop" });
  await expect(send(url)).rejects.toThrow("fetch failed");
  vendors.trello.failNext("/members", { kind: "delay", ms: 60 });
  const started = performance.now();
  expect((await send(url)).status).toBe(401);
  expect(performance.now() - started).toBeGreaterThan(55);
});
