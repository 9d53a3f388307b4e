import { type Post, postToBackground } from "../../shared/page/post-to-background.ts";
import type { CAPTURE_MESSAGES } from "../core/messages.ts";

/** Posts a message about captures to the worker. */
export const post: Post<typeof CAPTURE_MESSAGES> = postToBackground;
