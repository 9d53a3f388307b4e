import {
  addReaction,
  completeDriveOauth,
  connectIntegration,
  createComment,
  createFolder,
  likeItem,
  removeReaction,
  replaceImage,
  unlikeItem,
  updateComment,
  updateFolder,
  uploadImage,
  uploadVideo,
} from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { drain } from "./multipart.ts";
import type { RateLimits, RateRule } from "./rate-limit.ts";
import { RATE_RULES } from "./rate-rules.ts";

/** Uploads that one user may start, by forms and in pieces together. More than any portal needs, fewer than a script could send. */
export const UPLOAD_RULE = RATE_RULES.upload;

/** Returns the counter key of the uploads that a user starts. */
export const uploadKey = (userId: string): string => `upload:${userId}`;

/** Visits of consent pages that one user may start and finish, together. Each finished one costs requests to the service. */
export const CONNECT_RULE = RATE_RULES.connect;

/** Returns the counter key of these visits. */
export const connectKey = (userId: string): string => `connect:${userId}`;

interface WriteLimit {
  rule: RateRule;
  keyOf(userId: string): string;
  /** Ids of the routes that share the counter. */
  routeIds: readonly string[];
}

const named = (name: "comment" | "folder" | "like", routes: readonly { id: string }[]): WriteLimit => ({
  rule: RATE_RULES[name],
  keyOf: (userId) => `${name}:${userId}`,
  routeIds: routes.map(({ id }) => id),
});

/** Limits of frequent writes per user and minute: far more than a person does, so that a script cannot fill the database. */
const WRITE_LIMITS: readonly WriteLimit[] = [
  { rule: UPLOAD_RULE, keyOf: uploadKey, routeIds: [uploadImage.id, uploadVideo.id, replaceImage.id] },
  // The redirect address, which is no route of the contract, counts its visits itself.
  { rule: CONNECT_RULE, keyOf: connectKey, routeIds: [connectIntegration.id, completeDriveOauth.id] },
  named("comment", [createComment, updateComment]),
  named("folder", [createFolder, updateFolder]),
  named("like", [likeItem, unlikeItem, addReaction, removeReaction]),
];

/**
 * Limits the writes of {@link WRITE_LIMITS} for signed-in users: above a limit they get `too-many-requests`. Must run before the
 * routes are registered.
 */
export function limitWrites(app: FastifyInstance, limits: Pick<RateLimits, "take">): void {
  app.addHook("onRoute", (options) => {
    const limit = WRITE_LIMITS.find(({ routeIds }) => routeIds.includes(options.config?.route?.id ?? ""));
    if (!limit) return;
    const take = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { actor } = request;
      if (actor.kind !== "user") return;
      try {
        await limits.take({ key: limit.keyOf(actor.id), rule: limit.rule });
      } catch (error) {
        // A client that is still sending a file must be able to read the refusal.
        await drain(request.raw, reply);
        throw error;
      }
    };
    options.preHandler = [take, ...[options.preHandler ?? []].flat()];
  });
}
