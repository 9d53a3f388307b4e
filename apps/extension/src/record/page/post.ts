import { type Post, postToBackground } from "../../shared/page/post-to-background.ts";
import type { RECORD_MESSAGES } from "../core/messages.ts";

/** Posts a message about recordings to the worker. */
export const post: Post<typeof RECORD_MESSAGES> = postToBackground;
