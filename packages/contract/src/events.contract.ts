import { z } from "zod";
import { Id } from "./common.contract.ts";

/**
 * What `GET /events` tells, one JSON text a `data:` line. Events are hints: they say what to read again, never what it holds.
 * `reset` stands at the beginning of every stream: whatever was known may have changed while nobody listened.
 */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("reset") }),
  /** Items came, went, or changed. `itemIds` is null when there are too many to name. `origin` is the `X-Client-Id` of the cause. */
  z.object({ type: z.literal("items"), workspaceId: Id, itemIds: z.array(Id).nullable(), origin: z.string().nullable() }),
  z.object({ type: z.literal("folders"), workspaceId: Id, origin: z.string().nullable() }),
  /** A workspace's people, teams, rights or profile changed, or whether the caller is in it at all: everything of it may be another. */
  z.object({ type: z.literal("workspace"), workspaceId: Id, origin: z.string().nullable() }),
  z.object({ type: z.literal("comments"), workspaceId: Id, itemId: Id, origin: z.string().nullable() }),
  /** Likes, views, reactions, captions or chapters of an item changed. */
  z.object({ type: z.literal("engagement"), workspaceId: Id, itemId: Id, origin: z.string().nullable() }),
  /** A take-out or an import of one's own went on. */
  z.object({ type: z.literal("transfers"), origin: z.string().nullable() }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** Header by which a tab names itself, so that it can tell its own changes from others'. */
export const CLIENT_ID_HEADER = "x-client-id";
