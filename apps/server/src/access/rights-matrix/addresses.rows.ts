import {
  API_BASE,
  createRequest,
  createZip,
  deleteRequest,
  getImage,
  uploadAvatar,
  uploadRequestPicture,
  uploadServerLogo,
  uploadWorkspaceAvatar,
} from "@stillreel/contract";
import { dataOf, queryText, type Sent, to } from "./requests.ts";
import type { Group, Row, RequestContext } from "./request-context.ts";
import { type Cells, OPERATORS, READ, READ_OR_LINK, SAME, SIGNED_IN, WRITE } from "./expected-responses.ts";
import { beginUpload, sendUpload } from "./matrix-fixture.ts";

type More = Pick<Row, "note" | "shows">;

/** A route outside of the contract, with bytes, a page or a stream as response. */
const raw = (address: string, send: Row["send"], more: More = {}): Row => ({ address, send, ...more });
/** A route outside of the contract whose cells differ from those of its permission. */
const rawDeviation = (address: string, cells: Cells, send: Row["send"], more: More = {}): Row => ({ address, cells, send, ...more });
const at = (url: string, more: Partial<Sent> = {}): Sent => ({ method: "GET", url, ...more });
/** An address without permission checks. */
const open = (address: string, url = address.slice("GET ".length), note?: string): Row =>
  rawDeviation(address, SAME, () => at(url), note === undefined ? {} : { note });

/** Refused requests are 404: callers are not asked to sign in. */
const STREAMS: Cells = { ...READ_OR_LINK, anonymous: "404", gone: "404" };
/** An archive's address is valid only for its creator. */
const ZIPS: Cells = { ...READ, anonymous: "404", link: "404", revoked: "404", gone: "404" };
/** Signed-in callers receive events of readable items; a link receives those of its item. */
const EVENTS: Cells = { ...SIGNED_IN, link: "ok", revoked: "404" };
/** Callers are not asked to sign in. */
const METRICS: Cells = { ...OPERATORS, anonymous: "403", link: "403", revoked: "403", gone: "403" };
/** An upload belongs to its creator while they may write to its target. */
const UPLOADS: Cells = { ...WRITE, view: "404", viewer: "404" };

const BYTES = Buffer.from("not a picture yet");

/** Returns an upload of the caller into the folder; without permission, the owner's. */
async function uploading(context: RequestContext): Promise<string> {
  const { fixture, target, isDone, isTwin } = context;
  if (isTwin) return `/uploads/${"A".repeat(22)}`;
  const metadata = { workspaceId: fixture.workspaceId, folderId: target.folderId, type: "image", fullFileName: "finch.png" };
  const begun = await fixture.ask(isDone ? context.self : fixture.owner, beginUpload(BYTES.length + 1, metadata));
  const url = begun.headers["location"];
  if (url === undefined) throw new Error(`No upload for ${context.caller.name}: ${begun.status} ${begun.body}`);
  return url;
}

/** Addresses that return bytes. */
export const BYTES_OUT: Group = {
  title: "Bytes",
  rows: [
    raw(
      "GET /media/:token",
      async ({ fixture, target }) => {
        const params = { workspaceId: fixture.workspaceId, itemId: target.item.id };
        const { sourceUrl } = await fixture.data(fixture.owner, getImage, { params });
        return at((sourceUrl ?? "").replace(/^https?:\/\/[^/]+/u, ""));
      },
      { note: "every caller with the signed address, for at most five minutes" },
    ),
    raw("GET /api/v1/items/:itemId/download", ({ itemId, share }) => at(`${API_BASE}/items/${itemId}/download${queryText(share)}`)),
    rawDeviation("GET /api/v1/items/:itemId/stream/:name", STREAMS, ({ videoId, videoShare }) =>
      at(`${API_BASE}/items/${videoId}/stream/live.m3u8${queryText(videoShare)}`),
    ),
    rawDeviation(
      "GET /api/v1/zips/:zipId",
      ZIPS,
      async (context) => {
        const { fixture, target, isDone, isTwin } = context;
        const maker = isDone ? context.sender : fixture.owner;
        const params = { workspaceId: fixture.workspaceId };
        const { downloadUrl } = await fixture.data(maker, createZip, { params, body: { itemIds: [target.item.id] } });
        return at(isTwin ? `${API_BASE}/zips/${"A".repeat(22)}` : downloadUrl);
      },
      { note: "of another user: 404" },
    ),
    raw(
      "GET /api/v1/shared/:slug/download",
      (context) => at(`${API_BASE}/shared/${context.slug(context.target.folderSlug, context.target.deadFolderSlug)}/download`),
      { note: "every caller with the link of the folder, while it permits downloads" },
    ),
    raw("GET /api/v1/avatars/:blobId", async (context) => {
      const { fixture, picture } = context;
      const uploaded = await fixture.ask(fixture.owner, context.form(to(uploadAvatar), {}, picture));
      const { photoURL } = dataOf<{ photoURL: string }>(uploaded);
      return at(photoURL);
    }),
    raw(
      "GET /api/v1/request-pictures/:pictureId",
      async (context) => {
        const { fixture, picture } = context;
        const { id: requestId } = await fixture.data(fixture.owner, createRequest, { body: { title: "Birds" } });
        const uploaded = await fixture.ask(fixture.owner, context.form(to(uploadRequestPicture, { params: { requestId } }), {}, picture));
        return at(dataOf<{ pictureUrl: string }>(uploaded).pictureUrl);
      },
      { note: "every caller with the address, which is in the link preview" },
    ),
    raw(
      "GET /api/v1/logo/:logoId",
      async (context) => {
        const { fixture, picture } = context;
        const uploaded = await fixture.ask(fixture.people["server admin"], context.form(to(uploadServerLogo), {}, picture));
        return at(dataOf<{ logo: { value: string } }>(uploaded).logo.value);
      },
      { note: "the sign-in page shows it" },
    ),
    raw(
      "GET /api/v1/workspace/:workspaceId/logos/:blobId",
      async (context) => {
        const { fixture, picture } = context;
        const params = { workspaceId: fixture.workspaceId };
        const uploaded = await fixture.ask(fixture.owner, context.form(to(uploadWorkspaceAvatar, { params }), {}, picture));
        return at(dataOf<{ avatar: string }>(uploaded).avatar);
      },
      { note: "every caller with the address, which is also on the page of an invite" },
    ),
    raw("GET /api/v1/workspace/:workspaceId/audit.csv", ({ workspaceId }) => at(`${API_BASE}/workspace/${workspaceId}/audit.csv`)),
    raw("GET /api/v1/admin/audit.csv", () => at(`${API_BASE}/admin/audit.csv`)),
    rawDeviation("GET /api/v1/events", EVENTS, ({ share }) => at(`${API_BASE}/events${queryText(share)}`, { isStream: true }), {
      note: "events of readable items, or of the item of the link",
    }),
  ],
};

const TUS = { "tus-resumable": "1.0.0" };

/** Resumable uploads. */
export const BYTES_IN: Group = {
  title: "Resumable uploads",
  rows: [
    raw("POST /uploads", ({ workspaceId, folderId }) =>
      beginUpload(BYTES.length, { workspaceId, folderId, type: "image", fullFileName: "finch.png" }),
    ),
    rawDeviation("HEAD /uploads/:id", UPLOADS, async (context) => ({ method: "HEAD", url: await uploading(context), headers: TUS }), {
      note: "of another user: 404",
    }),
    rawDeviation("PATCH /uploads/:id", UPLOADS, async (context) => sendUpload(await uploading(context), BYTES), {
      note: "of another user: 404",
    }),
    rawDeviation("DELETE /uploads/:id", UPLOADS, async (context) => ({ method: "DELETE", url: await uploading(context), headers: TUS }), {
      note: "of another user: 404",
    }),
    rawDeviation("OPTIONS /uploads", SAME, () => ({ method: "OPTIONS", url: "/uploads" })),
    rawDeviation("OPTIONS /uploads/:id", SAME, () => ({ method: "OPTIONS", url: "/uploads/x" })),
  ],
};

const oembed = ({ fixture }: RequestContext, slug: string): string =>
  `/api/oembed${queryText({ url: `${fixture.rig.address}/s/${slug}` })}`;

/** Pages of visitors. */
export const PAGES: Group = {
  title: "Pages of links",
  rows: [
    raw("GET /s/:slug", (context) => at(`/s/${context.slug()}`), { note: "every caller with the link" }),
    raw("GET /embed/:slug", (context) => at(`/embed/${context.slug()}`), { note: "every caller with the link" }),
    raw("GET /s/:slug/preview", (context) => at(`/s/${context.slug()}/preview`), { note: "every caller with the link" }),
    raw("GET /s/:slug/video", (context) => at(`/s/${context.slug(context.target.videoSlug, context.target.deadVideoSlug)}/video`), {
      note: "every caller with the link",
    }),
    raw(
      "GET /r/:slug",
      async (context) => {
        const { fixture } = context;
        const make = () => fixture.data(fixture.owner, createRequest, { body: { title: "Birds" } });
        const [live, dead] = [await make(), await make()];
        await fixture.data(fixture.owner, deleteRequest, { params: { requestId: dead.id } });
        return at(`/r/${context.slug(live.slug, dead.slug)}`);
      },
      { note: "every caller with the link of the request" },
    ),
    raw("GET /api/oembed", (context) => at(oembed(context, context.slug())), { note: "every caller with the link" }),
  ],
};

/** Addresses without user data. */
export const ELSE: Group = {
  title: "Other paths",
  rows: [
    rawDeviation("GET /metrics", METRICS, () => at("/metrics", { remoteAddress: "203.0.113.9" }), {
      note: "also for requests from the same machine",
    }),
    open("GET /healthz"),
    open("GET /readyz"),
    open("GET /api/openapi.json"),
    open("GET /api/docs"),
    open("GET /api/docs/start.js"),
    open("GET /api/docs/:file", "/api/docs/swagger-ui.css"),
    open("GET /api/v1/auth/oidc/start", undefined, "not configured: 501"),
    open("GET /api/v1/auth/oidc/callback", undefined, "not configured: 501"),
    open(
      "GET /api/v1/integrations/:provider/callback",
      `${API_BASE}/integrations/slack/callback`,
      "only in the session that began the visit",
    ),
    open("GET /extension/stillreel.zip"),
    rawDeviation("POST /unsubscribe/:token", SAME, () => at("/unsubscribe/made-up", { method: "POST" }), {
      note: "with the signed token of a digest; others: 404",
    }),
    open("GET /robots.txt"),
    open("GET /.well-known/security.txt", undefined, "not configured: 404"),
    raw("GET /security-contact", () => at("/security-contact")),
    open("GET /error-reports.json", undefined, "not configured: 204"),
    open("GET /favicon.svg"),
    open("GET /locales/:language/:file", "/locales/en/common.json"),
    open("GET /assets/*", "/assets/none.js"),
    open("GET /s/assets/*", "/s/assets/none.js"),
    open("GET /s/app/assets/*", "/s/app/assets/none.js"),
    open("GET /", undefined, "the portal, which then sends requests of the signed-in user"),
    open("GET /*", "/library", "the portal, which then sends requests of the signed-in user"),
  ],
};
