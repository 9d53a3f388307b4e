import { API_BASE, createZip, getImage, uploadAvatar, uploadWorkspaceAvatar } from "@stillreel/contract";
import { dataOf, queryText, type Sent, to } from "./requests.ts";
import type { Group, Row, Scene } from "./scene.ts";
import { ADMINS, type Cells, LINK, OPERATORS, PUBLIC, READ, READ_OR_LINK, SAME, SIGNED_IN, WRITE, WRITE_INTO } from "./verdicts.ts";
import { beginUpload, sendUpload } from "./world.ts";

type More = Pick<Row, "note" | "shows">;

/** An address outside of the contract, with bytes, a page or a stream as response. */
const beside = (address: string, cells: Cells, send: Row["send"], more: More = {}): Row => ({ address, cells, send, ...more });
const at = (url: string, more: Partial<Sent> = {}): Sent => ({ method: "GET", url, ...more });
/** An address without permission checks. */
const open = (address: string, url = address.slice("GET ".length), note?: string): Row =>
  beside(address, SAME, () => at(url), note === undefined ? {} : { note });

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
async function uploading(scene: Scene): Promise<string> {
  const { world, place, isDone, isTwin } = scene;
  if (isTwin) return `/uploads/${"A".repeat(22)}`;
  const metadata = { workspaceId: world.workspaceId, folderId: place.folderId, type: "image", fullFileName: "finch.png" };
  const begun = await world.ask(isDone ? scene.self : world.owner, beginUpload(BYTES.length + 1, metadata));
  const url = begun.headers["location"];
  if (url === undefined) throw new Error(`No upload for ${scene.caller.name}: ${begun.status} ${begun.body}`);
  return url;
}

/** Addresses that return bytes. */
export const BYTES_OUT: Group = {
  title: "Bytes",
  rows: [
    beside(
      "GET /media/:token",
      PUBLIC,
      async ({ world, place }) => {
        const params = { workspaceId: world.workspaceId, itemId: place.item.id };
        const { sourceUrl } = await world.data(world.owner, getImage, { params });
        return at((sourceUrl ?? "").replace(/^https?:\/\/[^/]+/u, ""));
      },
      { note: "whoever holds the signed address, for five minutes at most" },
    ),
    beside("GET /api/v1/items/:itemId/download", READ_OR_LINK, ({ itemId, share }) =>
      at(`${API_BASE}/items/${itemId}/download${queryText(share)}`),
    ),
    beside("GET /api/v1/items/:itemId/stream/:name", STREAMS, ({ videoId, videoShare }) =>
      at(`${API_BASE}/items/${videoId}/stream/live.m3u8${queryText(videoShare)}`),
    ),
    beside(
      "GET /api/v1/zips/:zipId",
      ZIPS,
      async (scene) => {
        const { world, place, isDone, isTwin } = scene;
        const maker = isDone ? scene.sender : world.owner;
        const params = { workspaceId: world.workspaceId };
        const { downloadUrl } = await world.data(maker, createZip, { params, body: { itemIds: [place.item.id] } });
        return at(isTwin ? `${API_BASE}/zips/${"A".repeat(22)}` : downloadUrl);
      },
      { note: "one's own; another's is a 404" },
    ),
    beside("GET /api/v1/avatars/:blobId", PUBLIC, async (scene) => {
      const { world, picture } = scene;
      const uploaded = await world.ask(world.owner, scene.form(to(uploadAvatar), {}, picture));
      const { photoURL } = dataOf<{ photoURL: string }>(uploaded);
      return at(photoURL);
    }),
    beside(
      "GET /api/v1/workspace/:workspaceId/logos/:blobId",
      PUBLIC,
      async (scene) => {
        const { world, picture } = scene;
        const params = { workspaceId: world.workspaceId };
        const uploaded = await world.ask(world.owner, scene.form(to(uploadWorkspaceAvatar, { params }), {}, picture));
        return at(dataOf<{ avatar: string }>(uploaded).avatar);
      },
      { note: "whoever knows its address: it stands on the page of an invite too" },
    ),
    beside("GET /api/v1/workspace/:workspaceId/audit.csv", ADMINS, ({ workspaceId }) =>
      at(`${API_BASE}/workspace/${workspaceId}/audit.csv`),
    ),
    beside("GET /api/v1/events", EVENTS, ({ share }) => at(`${API_BASE}/events${queryText(share)}`, { isStream: true }), {
      note: "of what one may read, or of the link's item",
    }),
  ],
};

const TUS = { "tus-resumable": "1.0.0" };

/** Resumable uploads. */
export const BYTES_IN: Group = {
  title: "Resumable uploads",
  rows: [
    beside("POST /uploads", WRITE_INTO, ({ workspaceId, folderId }) =>
      beginUpload(BYTES.length, { workspaceId, folderId, type: "image", fullFileName: "finch.png" }),
    ),
    beside("HEAD /uploads/:id", UPLOADS, async (scene) => ({ method: "HEAD", url: await uploading(scene), headers: TUS }), {
      note: "one's own; another's is a 404",
    }),
    beside("PATCH /uploads/:id", UPLOADS, async (scene) => sendUpload(await uploading(scene), BYTES), {
      note: "one's own; another's is a 404",
    }),
    beside("DELETE /uploads/:id", UPLOADS, async (scene) => ({ method: "DELETE", url: await uploading(scene), headers: TUS }), {
      note: "one's own; another's is a 404",
    }),
    beside("OPTIONS /uploads", SAME, () => ({ method: "OPTIONS", url: "/uploads" })),
    beside("OPTIONS /uploads/:id", SAME, () => ({ method: "OPTIONS", url: "/uploads/x" })),
  ],
};

const oembed = ({ world }: Scene, slug: string): string => `/api/oembed${queryText({ url: `${world.rig.address}/s/${slug}` })}`;

/** Pages of visitors. */
export const PAGES: Group = {
  title: "Pages of links",
  rows: [
    beside("GET /s/:slug", LINK, (scene) => at(`/s/${scene.slug()}`), { note: "whoever holds the link" }),
    beside("GET /embed/:slug", LINK, (scene) => at(`/embed/${scene.slug()}`), { note: "whoever holds the link" }),
    beside("GET /s/:slug/preview", LINK, (scene) => at(`/s/${scene.slug()}/preview`), { note: "whoever holds the link" }),
    beside("GET /s/:slug/video", LINK, (scene) => at(`/s/${scene.slug(scene.place.videoSlug, scene.place.deadVideoSlug)}/video`), {
      note: "whoever holds the link",
    }),
    beside("GET /api/oembed", LINK, (scene) => at(oembed(scene, scene.slug())), { note: "whoever holds the link" }),
  ],
};

/** Addresses without user data. */
export const ELSE: Group = {
  title: "Everything else",
  rows: [
    beside("GET /metrics", METRICS, () => at("/metrics", { remoteAddress: "203.0.113.9" }), {
      note: "also whoever asks on the machine itself",
    }),
    open("GET /healthz"),
    open("GET /readyz"),
    open("GET /api/openapi.json"),
    open("GET /api/docs"),
    open("GET /api/docs/start.js"),
    open("GET /api/docs/:file", "/api/docs/swagger-ui.css"),
    open("GET /api/v1/auth/oidc/start", undefined, "where it is not configured: 501"),
    open("GET /api/v1/auth/oidc/callback", undefined, "where it is not configured: 501"),
    open("GET /extension/stillreel.zip"),
    open("GET /robots.txt"),
    open("GET /favicon.svg"),
    open("GET /locales/:language/:file", "/locales/en/common.json"),
    open("GET /assets/*", "/assets/none.js"),
    open("GET /s/assets/*", "/s/assets/none.js"),
    open("GET /s/app/assets/*", "/s/app/assets/none.js"),
    open("GET /", undefined, "the portal, which then asks as whoever is signed in"),
    open("GET /*", "/library", "the portal, which then asks as whoever is signed in"),
  ],
};
