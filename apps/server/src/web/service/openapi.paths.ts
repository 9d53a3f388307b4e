import { API_BASE, DownloadQuery, listAudit, listInstallationAudit, LiveEvent } from "@stillreel/contract";
import { z } from "zod";
import { failures, type Json, parameters, schemaOf, SIGNED_IN } from "./openapi.parts.ts";

const text = (description: string, type = "text/plain"): Json => ({ description, content: { [type]: { schema: { type: "string" } } } });
const bytes = (description: string): Json => ({
  description,
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
});
const header = (name: string, description: string, required = true): Json => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
});
const inPath = (name: string, description: string): Json => ({ name, in: "path", required: true, description, schema: { type: "string" } });
const TUS = header("Tus-Resumable", "1.0.0");

/** Returns the paths whose responses have no envelope. */
// oxlint-disable-next-line max-lines-per-function -- a table of paths, without logic
export function otherPaths(): Record<string, Record<string, Json>> {
  const upload = [inPath("uploadId", "Id of the upload, from its Location"), TUS];
  return {
    "/uploads": {
      post: {
        operationId: "uploads.create",
        tags: ["uploads"],
        summary: "Begin a resumable upload (tus 1.0: creation, deferred length, checksum, termination)",
        security: SIGNED_IN,
        parameters: [
          TUS,
          header("Upload-Length", "Size of the file in bytes", false),
          header("Upload-Defer-Length", "1 when the size is not known yet", false),
          header(
            "Upload-Metadata",
            "workspaceId, folderId, type, title, fullFileName, pageUrl; recording and live (true or false) for a video that is uploaded during its recording; request (the slug of a request), source, senderName, senderEmail and note for an answer to a request, which needs no session: each value in base64",
          ),
        ],
        responses: {
          "201": { description: "Created; its address is in Location, the item's id in Upload-Metadata or a header" },
          ...failures(["unauthenticated", "not-found", "file-too-large", "validation-failed", "storage-full"]),
        },
      },
      options: {
        operationId: "uploads.capabilities",
        tags: ["uploads"],
        summary: "Capabilities of the tus server",
        security: [],
        responses: { "204": { description: "See the Tus-* headers" } },
      },
    },
    "/uploads/{uploadId}": {
      head: {
        operationId: "uploads.offset",
        tags: ["uploads"],
        summary: "Upload offset",
        security: SIGNED_IN,
        parameters: upload,
        responses: { "200": { description: "See Upload-Offset" }, ...failures(["not-found"]) },
      },
      patch: {
        operationId: "uploads.append",
        tags: ["uploads"],
        summary: "Append bytes at an offset",
        security: SIGNED_IN,
        parameters: [...upload, header("Upload-Offset", "Offset of these bytes")],
        requestBody: { required: true, content: { "application/offset+octet-stream": { schema: { type: "string", format: "binary" } } } },
        responses: {
          "204": { description: "Stored; see Upload-Offset" },
          ...failures([
            "not-found",
            "upload-conflict",
            "recording-ended",
            "file-too-large",
            "unsupported-file-type",
            "unreadable-file",
            "storage-full",
          ]),
        },
      },
      delete: {
        operationId: "uploads.abort",
        tags: ["uploads"],
        summary: "Cancel the upload",
        security: SIGNED_IN,
        parameters: upload,
        responses: { "204": { description: "Deleted" }, ...failures(["not-found"]) },
      },
    },
    "/media/{token}": {
      get: {
        operationId: "media.get",
        tags: ["media"],
        summary: "The file of a signed, short-lived media URL; supports Range",
        security: [],
        parameters: [inPath("token", "Part of a URL that the API returned"), header("Range", "bytes=…", false)],
        responses: {
          "200": bytes("The whole file"),
          "206": bytes("A part of it"),
          "302": { description: "Redirect to the store" },
          ...failures(["not-found", "range-not-satisfiable"]),
        },
      },
    },
    [`${API_BASE}/items/{itemId}/download`]: {
      get: {
        operationId: "items.download",
        tags: ["items"],
        summary: "The item as a file: the original, or a picture as PNG, JPEG, WebP or PDF",
        security: [{}, ...SIGNED_IN],
        parameters: [inPath("itemId", "Id of the item"), ...parameters(DownloadQuery, "query")],
        responses: {
          "200": bytes("The file, as an attachment"),
          "302": { description: "Redirect to the file" },
          ...failures([
            "unauthenticated",
            "sign-in-to-download",
            "forbidden",
            "password-required",
            "not-found",
            "validation-failed",
            "format-not-available",
            "unreadable-file",
            "too-many-requests",
            "unavailable",
          ]),
        },
      },
    },
    [`${API_BASE}/items/{itemId}/stream/{name}`]: {
      get: {
        operationId: "playback.stream",
        tags: ["playback"],
        summary:
          "Playlists and files of a video in parts, as the playback lists them: `live.m3u8` over `raw.mp4`, also while it is recorded; `index.m3u8` over several qualities. Rights are asked each time",
        security: [{}, ...SIGNED_IN],
        parameters: [
          inPath("itemId", "Id of the item"),
          inPath("name", "live.m3u8, raw.mp4, index.m3u8, or the lines of a quality as 720.m3u8 and 720.mp4"),
          {
            name: "share",
            in: "query",
            required: false,
            description: "Slug of the visitor's link",
            schema: { type: "string" },
          },
          { name: "_HLS_skip", in: "query", required: false, description: "YES: only new parts", schema: { type: "string" } },
          header("Range", "bytes=…", false),
        ],
        responses: {
          "200": bytes("A playlist, or the whole file"),
          "206": bytes("A part of the file"),
          "302": { description: "Redirect to the store" },
          ...failures(["not-found", "range-not-satisfiable"]),
        },
      },
    },
    [`${API_BASE}/zips/{zipId}`]: {
      get: {
        operationId: "downloads.getZip",
        tags: ["downloads"],
        summary: "Several items as one zip, created while it is sent",
        security: SIGNED_IN,
        parameters: [inPath("zipId", "Part of an address that the API returned to the same user")],
        responses: { "200": bytes("The zip, as an attachment, with its length"), ...failures(["not-found"]) },
      },
    },
    [`${API_BASE}/workspace/{workspaceId}/audit.csv`]: {
      get: {
        operationId: "audit.csv",
        tags: ["audit"],
        summary: "Activity log of a workspace as CSV (RFC 4180), newest first; for owners and admins. It has the filters of the list",
        security: SIGNED_IN,
        parameters: [inPath("workspaceId", "A workspace id, or `personal`"), ...parameters(listAudit.query ?? z.object({}), "query")],
        responses: {
          "200": bytes("The table, as an attachment"),
          ...failures(["unauthenticated", "forbidden", "not-found", "validation-failed"]),
        },
      },
    },
    [`${API_BASE}/admin/audit.csv`]: {
      get: {
        operationId: "audit.installationCsv",
        tags: ["audit"],
        summary: "Audit log of the installation as CSV (RFC 4180), newest first; for administrators. It has the filters of the list",
        security: SIGNED_IN,
        parameters: parameters(listInstallationAudit.query ?? z.object({}), "query"),
        responses: { "200": bytes("The table, as an attachment"), ...failures(["unauthenticated", "forbidden", "validation-failed"]) },
      },
    },
    [`${API_BASE}/events`]: {
      get: {
        operationId: "events.stream",
        tags: ["events"],
        summary:
          "Server-sent events about changed objects, which must be requested again. The stream does not end and has a comment line each 20 s. With `share` it has only events of the link's item, for visitors with the link",
        security: [{}, ...SIGNED_IN],
        parameters: [
          {
            name: "share",
            in: "query",
            required: false,
            description: "Slug of the visitor's link",
            schema: { type: "string" },
          },
          {
            name: "since",
            in: "query",
            required: false,
            description:
              "Description of `live` in the `Server-Timing` header of the document. Without changes since then, no `reset` is sent",
            schema: { type: "string" },
          },
          {
            name: "origin",
            in: "query",
            required: false,
            description: "`X-Client-Id` of the page, whose own changes since then do not count",
            schema: { type: "string" },
          },
        ],
        responses: {
          "200": {
            description: "One JSON text a `data:` line",
            content: { "text/event-stream": { schema: schemaOf(LiveEvent, "output") } },
          },
          ...failures(["unauthenticated", "cross-origin", "not-found", "password-required"]),
        },
      },
    },
    [`${API_BASE}/auth/oidc/start`]: {
      get: {
        operationId: "auth.oidcStart",
        tags: ["auth"],
        summary: "Redirect to the OpenID Connect provider",
        security: [],
        responses: { "302": { description: "Redirect to the provider" }, ...failures(["not-configured"]) },
      },
    },
    [`${API_BASE}/integrations/{provider}/callback`]: {
      get: {
        operationId: "integrations.callback",
        tags: ["integrations"],
        summary: "Redirect address of a service, which must be registered there",
        parameters: [{ name: "provider", in: "path", required: true, schema: { enum: ["drive", "dropbox", "slack", "jira", "trello"] } }],
        responses: {
          "302": { description: "Redirect to the portal, with the connected service or an error code in the query" },
          ...failures(["not-found"]),
        },
      },
    },
    [`${API_BASE}/auth/oidc/callback`]: {
      get: {
        operationId: "auth.oidcCallback",
        tags: ["auth"],
        summary: "Redirect address of the provider",
        security: [],
        responses: {
          "302": { description: "Redirect to the portal, signed in or with an error" },
          ...failures(["not-configured", "invalid-credentials"]),
        },
      },
    },
    "/healthz": {
      get: {
        operationId: "service.health",
        tags: ["service"],
        summary: "Alive",
        security: [],
        responses: {
          "200": {
            description: "Alive",
            content: { "application/json": { schema: { type: "object", properties: { status: { const: "ok" } } } } },
          },
        },
      },
    },
    "/readyz": {
      get: {
        operationId: "service.readiness",
        tags: ["service"],
        summary: "Database, storage and queue answer",
        security: [],
        responses: { "200": { description: "Ready" }, "503": { description: "A component does not respond; the body names it" } },
      },
    },
    "/metrics": {
      get: {
        operationId: "service.metrics",
        tags: ["service"],
        summary: "Prometheus metrics; loopback or an administrator",
        security: [{}, ...SIGNED_IN],
        responses: { "200": text("Metrics"), ...failures(["forbidden"]) },
      },
    },
  };
}
