import { randomUUID } from "node:crypto";
import {
  createBoard,
  createComment,
  createFolder,
  createInvite,
  createRequest,
  createTeam as createTeamOfPeople,
  createWorkspace,
  DELETE_ACCOUNT_PHRASE,
  ROUTES,
  type Route,
  updateChapters,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, multipart, type TestApp, type TestUser, video } from "@stillreel/testing";
import { sampleRequest } from "@stillreel/testing/fuzz";
import { afterAll, beforeAll, expect, test } from "vitest";

const NUMBER = "987654321";
const TEXT = "forged-value-7";
const DATE = "2001-02-03T04:05:06.789";
const ID = randomUUID();

let t: TestApp;
/** Another user and its workspace. No route may connect the caller's data with them. */
let foreign: { userId: string; workspaceId: string };
beforeAll(async () => {
  t = await createTestApp();
  await t.user();
  const user = await t.user();
  foreign = { userId: user.id, workspaceId: (await t.call(createWorkspace, { query: { name: "Foreign" } }, user)).data().id };
});
afterAll(() => t.close());

/** Fields that no client may set, as JSON texts by name, in the spellings of the contract and of the tables. */
function forged(): Record<string, string> {
  const [person, workspace, date] = [`"${foreign.userId}"`, `"${foreign.workspaceId}"`, `"${DATE}Z"`];
  const values: Record<string, string> = {
    ...all(["likes", "views", "uniqueViews", "comments", "size", "sizeBytes", "quotaBytes", "storedBytes", "pictureVersion"], NUMBER),
    ...all(["ownerId", "userId", "authorId", "createdBy", "personalOwnerId", "uploaderId"], person),
    ...all(["owner", "author", "user"], `{"id":${person}}`),
    workspaceId: workspace,
    workspace: `{"id":${workspace}}`,
    ...all(["id", "_id", "blobId", "slug", "refName", "inviteId"], `"${ID}"`),
    ...all(["createdAt", "updatedAt", "joinedAt", "deletedAt", "trashedAt", "lastSeenAt", "welcomedAt"], date),
    ...all(["passwordHash", "provider", "emailKey", "nameKey", "storageKey", "thumbnailSmallKey", "secret"], `"${TEXT}"`),
    ...all(["isAdmin", "emailVerified", "admin"], "true"),
    role: '"admin"',
    kind: '"personal"',
  };
  const inner = `{"isAdmin":true,"role":"admin","likes":${NUMBER},"ownerId":${person}}`;
  const snake = Object.entries(values).map(([name, value]) => [name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), value]);
  return { ...Object.fromEntries(snake), ...values, ["__proto__"]: inner, constructor: `{"prototype":${inner}}` };
}
const all = (names: readonly string[], json: string): Record<string, string> => Object.fromEntries(names.map((name) => [name, json]));

interface World {
  user: TestUser;
  known: Record<string, string[]>;
}

/** Password of the user and of the share link. */
const SECRET = { password: "correct horse 7" } as const;

/** Creates a team workspace of a new user with another member and one resource of each kind. Returns the ids by the name of a field. */
async function world(route: Route): Promise<World> {
  const [user, mate] = [await t.user(SECRET), await t.user()];
  const { id, image } = await createTeam(t, [
    [user, "owner"],
    [mate, "member"],
  ]);
  const params = { workspaceId: id };
  const item = await image<{ id: string; refName: string }>(user);
  const folder = await t.call(createFolder, { params, body: { name: "Ours" } }, user);
  const team = await t.call(createTeamOfPeople, { params, body: { name: "Ours", members: [mate.id] } }, user);
  const comment = await t.call(createComment, { params: { itemId: item.id }, body: { text: "Mine" } }, user);
  const board = await t.call(createBoard, { body: { title: "Ours", workspaceId: id } }, user);
  const share = await t.call(updateShare, { params: { ...params, itemId: item.id }, body: SECRET }, user);
  const request = await t.call(createRequest, { body: { workspaceId: id, title: "Mine", ...SECRET } }, user);
  const invite = await t.call(createInvite, { params: { id } }, user);
  const itemId = /^(?:playback|chapters|edits|pointer|exports)\./u.test(route.id) ? await film(user, id) : item.id;
  const isAccount = route.path.startsWith("/auth/") || route.path.startsWith("/email/send-w");
  const known = {
    workspaceId: id,
    itemId,
    sourceItemId: item.id,
    folderId: folder.data().id,
    boardId: board.data().id,
    teamId: team.data().id,
    commentId: comment.data().id,
    slug: share.data().slug,
    refName: item.refName,
    fullFileName: item.refName,
    inviteId: invite.data().inviteId,
    id: mate.id,
    userId: mate.id,
    members: mate.id,
    type: "image",
    language: "en",
    enabled: "true",
    phrase: DELETE_ACCOUNT_PHRASE,
    oldPassword: user.password,
    ...(route.id !== "auth.updatePassword" && SECRET),
    ...(isAccount && !["auth.register", "emails.sendWorkspaceInvite"].includes(route.id) && { email: user.email }),
    ...(route.id.startsWith("integrations.") && { provider: STORAGE_ROUTES.has(route.id) ? "drive" : "slack" }),
    requestId: request.data().id,
    ...(route.id.startsWith("requests.") && { slug: request.data().slug }),
    ...(route.id === "people.create" && { email: "added@example.test" }),
    ...(route.id === "rights.set.folders" && { itemId: folder.data().id }),
  };
  return { user, known: Object.fromEntries(Object.entries(known).map(([name, value]) => [name, [value]])) };
}

/** Routes of services that store files. */
const STORAGE_ROUTES = new Set(["integrations.createFolder", "integrations.save"]);

const clipOf = (): Promise<Buffer> => video({ seconds: 0.5, width: 64, height: 48, audio: null });

/** Uploads a video to a workspace and returns its id. */
async function film(user: TestUser, workspaceId: string): Promise<string> {
  const form = multipart({}, { fileName: "clip.mp4", type: "video/mp4", bytes: await clipOf() });
  const request = { method: "POST", url: `/api/v1/workspace/${workspaceId}/files/video`, payload: form.payload } as const;
  const { id } = expectData<{ id: string }>(await t.app.inject({ ...request, headers: { ...user.headers, ...form.headers } }), 201);
  // Chapters need a long video with chapters.
  const chapters = [0, 20, 40].map((timestamp) => ({ timestamp, name: "Part" }));
  await t.ports.pool.query("update items set duration_ms = 60000 where id = $1", [id]);
  expectData(await t.call(updateChapters, { params: { itemId: id }, body: { chapters } }, user));
  return id;
}

/** Names that a form gets. A form has at most 20 fields. */
const IN_FORMS = [
  "likes",
  "views",
  "ownerId",
  "owner_id",
  "userId",
  "workspaceId",
  "id",
  "blobId",
  "createdAt",
  "role",
  "isAdmin",
  "sizeBytes",
];
const forForms = (extra: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(extra).filter(([name]) => IN_FORMS.includes(name)));

const rowsOf = async <T>(text: string): Promise<T[]> => (await t.ports.pool.query(text)).rows as T[];

/** Returns how many rows of each table, jobs included, contain a forged value or the id of the foreign user or workspace. */
async function tainted(): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  );
  const values = [NUMBER, TEXT, DATE, ID, foreign.userId, foreign.workspaceId].join("|");
  const counts = [...tables.map(({ name }) => name), "graphile_worker._private_jobs"].map(
    (name) => `select '${name}' as name, count(*)::int as count from ${name} r where to_jsonb(r)::text ~ '${values}'`,
  );
  const rows = await rowsOf<{ name: string; count: number }>(counts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Returns columns with few values, which a forged value cannot be distinguished by. */
const privileges = async (): Promise<unknown[]> => [
  await rowsOf("select id, role, email_verified, provider from users order by id"),
  await rowsOf("select workspace_id, user_id, role from members order by workspace_id, user_id"),
  await rowsOf("select id, kind, personal_owner_id from workspaces order by id"),
];

/** Routes that may change these columns: they create or delete an account or a workspace, or give a member another role. */
const CHANGES_PRIVILEGES = new Set([
  "auth.deleteUser",
  "auth.register",
  "members.update",
  "people.create",
  "people.delete",
  "people.update",
  "workspaces.create",
  "workspaces.leave",
]);
/**
 * Routes that cannot succeed here: without a code of a mail or of an authenticator app, without an authenticator or an identity provider,
 * and for other users than administrators.
 */
const REFUSED = [
  "accessRequests.answer 404",
  "admin.retryJobs 403",
  "admin.transferWorkspace 403",
  "auth.addPasskey 422",
  "auth.confirmEmailChange 410",
  "auth.createRecoveryCodes 409",
  "auth.disableTwoFactor 409",
  "auth.enableTwoFactor 422",
  "auth.linkGoogle 501",
  "auth.loginGoogle 501",
  "auth.proveWithGoogle 501",
  "auth.proveWithPasskey 422",
  "auth.removePasskey 404",
  "auth.signInWithPasskey 422",
  "auth.startProvider 501",
  "auth.unlinkIdentity 404",
  "auth.verifyTwoFactor 422",
  // The id of an image in place of a video, whose frame it would be. Tests of frames send further fields.
  "boards.addImage 422",
  // Times beyond the end of the video or without order, and a video without edits. Tests of edits send further fields.
  "edits.put 422",
  "edits.render 422",
  "emails.setNewPassword 410",
  "integrations.connect 501",
  "integrations.createFolder 409",
  "integrations.disconnect 409",
  "integrations.save 409",
  "jira.createIssue 422",
  // The token of a mail.
  "notifications.unsubscribeMail 404",
  "pointer.put 422",
  "reports.update 403",
  "settings.test 403",
  "settings.update 403",
  "settings.uploadLogo 403",
  "slack.sendMessage 422",
  // The item is an image.
  "transcripts.put 404",
  "transcripts.suggest 404",
  "transcripts.transcribe 404",
  "trello.createCard 409",
  "uploads.simple 422",
  "webhooks.create 422",
  "webhooks.update 404",
];

test("S3: no route stores a field that clients may not set", async () => {
  const refused: string[] = [];
  const clip = { fileName: "clip.mp4", type: "video/mp4", bytes: await clipOf() };
  const before = await tainted();
  for (const route of ROUTES.filter(({ body, form }) => body ?? form)) {
    const { user, known } = await world(route);
    // An administrator, whom the forged fields of these routes could make more than that.
    if (route.id.startsWith("people.")) await t.ports.pool.query("update users set role = 'admin' where id = $1", [user.id]);
    const rights = await privileges();
    const extra = route.form ? forForms(forged()) : forged();
    const request = sampleRequest(route, known, { extra, ...(route.id === "items.uploadVideo" && { file: clip }) });
    const answer = await t.app.inject({ ...request, method: route.method, headers: { ...user.headers, ...request.headers } });
    if (answer.statusCode >= 300) refused.push(`${route.id} ${answer.statusCode}`);
    expect(await tainted(), route.id).toEqual(before);
    if (!CHANGES_PRIVILEGES.has(route.id)) expect(await privileges(), route.id).toEqual(rights);
    expect([({} as Record<string, unknown>)["isAdmin"], ({} as Record<string, unknown>)["role"]], route.id).toEqual([undefined, undefined]);
  }
  expect(refused.toSorted()).toEqual(REFUSED);
}, 120_000);
