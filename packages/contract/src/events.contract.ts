import { z } from "zod";
import { Id } from "./common.contract.ts";

/**
 * An event of `GET /events`, one JSON text per `data:` line. Events are hints: they name what to read again and contain no data.
 * `reset` is the first event of every stream, because any data may have changed while the client was not connected.
 */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("reset") }),
  /** Items were added, removed or changed. `itemIds` is null when there are too many. `origin` is the `X-Client-Id` of the cause. */
  z.object({ type: z.literal("items"), workspaceId: Id, itemIds: z.array(Id).nullable(), origin: z.string().nullable() }),
  z.object({ type: z.literal("folders"), workspaceId: Id, origin: z.string().nullable() }),
  /** Members, teams, permissions or profile of a workspace changed, or the caller's membership: all its data may be stale. */
  z.object({ type: z.literal("workspace"), workspaceId: Id, origin: z.string().nullable() }),
  z.object({ type: z.literal("comments"), workspaceId: Id, itemId: Id, origin: z.string().nullable() }),
  /** Likes, views, reactions, captions or chapters of an item changed, or who has a whiteboard open. */
  z.object({ type: z.literal("engagement"), workspaceId: Id, itemId: Id, origin: z.string().nullable() }),
  /** A takeout or an import of the caller made progress. */
  z.object({ type: z.literal("transfers"), origin: z.string().nullable() }),
  /** Notifications of the caller were added, or marked in another page: list and number of unread ones are to be read again. */
  z.object({ type: z.literal("notifications"), origin: z.string().nullable() }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** Header with the id of a tab, so that it can recognise its own changes. */
export const CLIENT_ID_HEADER = "x-client-id";
