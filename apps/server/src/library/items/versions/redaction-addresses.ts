/** The redacted item of the test. */
interface Redacted {
  workspaceId: string;
  itemId: string;
  slug: string;
  /** Link of the folder with the item. */
  folderSlug: string;
  publicUrl: string;
}

/**
 * All URLs outside the contract that return bytes, with the requests to send, or `followed` if only responses link to them.
 * A new URL of the server fails the test until it is listed here or below.
 */
export const ADDRESSES: Record<string, ((of: Redacted) => string[]) | "followed"> = {
  "/api/v1/items/:itemId/download": ({ itemId, slug, folderSlug }) =>
    ["original", "png", "jpg", "webp", "pdf&paper=picture", "pdf&paper=a4", "gif", "mp4"].flatMap((format) => [
      `/api/v1/items/${itemId}/download?format=${format}`,
      `/api/v1/items/${itemId}/download?format=${format}&share=${slug}`,
      `/api/v1/items/${itemId}/download?format=${format}&share=${folderSlug}`,
    ]),
  "/api/v1/items/:itemId/stream/:name": ({ itemId, slug }) =>
    ["live.m3u8", "raw.mp4", "index.m3u8", "720.m3u8", "720.mp4"].flatMap((name) => [
      `/api/v1/items/${itemId}/stream/${name}`,
      `/api/v1/items/${itemId}/stream/${name}?share=${slug}`,
    ]),
  "/s/:slug": ({ itemId, slug, folderSlug }) => [
    `/s/${slug}`,
    `/s/${slug}?lng=en-XB`,
    `/s/${folderSlug}`,
    `/s/${folderSlug}?item=${itemId}`,
  ],
  "/api/v1/shared/:slug/download": ({ folderSlug }) => [`/api/v1/shared/${folderSlug}/download`],
  "/embed/:slug": ({ slug }) => [`/embed/${slug}`],
  "/api/oembed": ({ publicUrl, slug }) => [`/api/oembed?url=${encodeURIComponent(`${publicUrl}/s/${slug}`)}`],
  "/s/:slug/preview": ({ slug }) => [`/s/${slug}/preview`],
  "/s/:slug/video": ({ slug }) => [`/s/${slug}/video`],
  "/api/v1/workspace/:workspaceId/audit.csv": ({ workspaceId }) => [`/api/v1/workspace/${workspaceId}/audit.csv`],
  "/api/v1/admin/audit.csv": () => ["/api/v1/admin/audit.csv"],
  "/media/:token": "followed",
  "/api/v1/zips/:zipId": "followed",
  "/api/v1/avatars/:blobId": "followed",
  "/api/v1/request-pictures/:pictureId": "followed",
};
/**
 * URLs that cannot return picture bytes: events only contain ids (see below), the socket of a whiteboard its elements, uploads and requests only accept bytes, others
 * know no items.
 */
export const HARMLESS = new Set(
  `/api/v1/events /api/v1/whiteboards/:boardId/live /uploads /uploads/:id /r/:slug /api/v1/auth/oidc/start /api/v1/auth/oidc/callback /api/v1/integrations/:provider/callback /api/openapi.json /api/docs /api/docs/start.js
  /api/docs/:file /metrics /healthz /readyz /robots.txt /favicon.svg /locales/:language/:file /extension/stillreel.zip /assets/* / /*
  /api/v1/workspace/:workspaceId/logos/:blobId /api/v1/logo/:logoId
  /unsubscribe/:token /.well-known/security.txt /security-contact /error-reports.json`.split(/\s+/u),
);
/** Routes that end the caller's session, account or membership and return nothing about items. */
export const ENDERS = new Set([
  "workspaces.leave",
  "auth.logout",
  "auth.deleteUser",
  "auth.updatePassword",
  "auth.updateEmail",
  "auth.endSession",
  "auth.refresh",
]);
