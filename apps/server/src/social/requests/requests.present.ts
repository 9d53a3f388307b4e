import {
  API_BASE,
  type listRequestedItems,
  type OpenedRequest,
  type RecordingRequest,
  requestPath,
  type ServerResult,
} from "@stillreel/contract";
import { visibleState } from "../../access/policies/requests.policy.ts";
import type { PresentedItem } from "../../library/items/index.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import type { RequestRow, SentRow } from "./requests.repo.ts";

/** Address of the pictures of requests. */
export const PICTURES_PATH = `${API_BASE}/request-pictures`;

const pictureUrl = ({ picture_id: id }: RequestRow): string | null => (id === null ? null : `${PICTURES_PATH}/${id}`);

/** Converts a request for the user who made it. */
export function presentRequest(publicUrl: string, row: RequestRow): RecordingRequest {
  const folder = row.folder_id !== null && row.folder_name !== null;
  return {
    id: row.id,
    slug: row.slug,
    url: publicUrl + requestPath(row.slug),
    title: row.title,
    message: row.message,
    kinds: row.kinds,
    workspaceId: row.space_kind === "personal" ? "personal" : row.workspace_id,
    workspaceName: row.space_kind === "personal" ? null : row.space_name,
    folder: folder ? { id: row.folder_id ?? "", name: row.folder_name ?? "", color: row.folder_color ?? "" } : null,
    maxItems: row.max_items,
    maxSeconds: row.max_seconds,
    expiresAt: row.expires_at?.toISOString() ?? null,
    hasPassword: row.password_hash !== null,
    pictureUrl: pictureUrl(row),
    state: row.state,
    arrived: row.arrived,
    unopened: row.unopened,
    openings: row.openings,
    lastAt: row.last_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Converts an item that arrived. */
export function presentSent(row: SentRow, item: PresentedItem): ServerResult<typeof listRequestedItems>["items"][number] {
  const { sender_name: senderName, sender_email: senderEmail, note, source } = row;
  return { item, senderName, senderEmail, note, source, sentAt: row.sent_at.toISOString(), isNew: row.is_new };
}

/** What a visitor sees of a request depends on these facts. */
export interface OpenedFacts {
  askerMayAdd: boolean;
  /** Whether the visitor may read the texts: the request has no password, or it was entered. */
  isReadable: boolean;
  maxVideoBytes: number;
  maxImageBytes: number;
}

/** Converts a request for a visitor. Of a request that is not open, only the state and who asked are shown. */
export function presentOpened(row: RequestRow, { askerMayAdd, isReadable, ...sizes }: OpenedFacts): OpenedRequest {
  return {
    slug: row.slug,
    title: isReadable ? row.title : "",
    message: isReadable ? row.message : "",
    kinds: row.kinds,
    maxSeconds: row.max_seconds,
    ...sizes,
    expiresAt: row.expires_at?.toISOString() ?? null,
    left: row.max_items === null ? null : Math.max(0, row.max_items - row.arrived - row.arriving),
    state: visibleState({ state: row.state, askerMayAdd }),
    pictureUrl: pictureUrl(row),
    asker: { displayName: row.asker_name, photoURL: avatarUrl(row.asker_avatar) },
    workspace: row.space_kind === "personal" ? null : { name: row.space_name },
  };
}
