import { CAPTURE_MESSAGES } from "../capture/core/messages.ts";
import { RECORD_MESSAGES } from "../record/core/messages.ts";
import type { MessageTable } from "../shared/core/message-port.ts";
import { SHARED_MESSAGES } from "../shared/core/messages.ts";

/** All messages inside the extension. Each name exists in one area only. */
export const MESSAGES = { ...SHARED_MESSAGES, ...CAPTURE_MESSAGES, ...RECORD_MESSAGES } satisfies MessageTable;
