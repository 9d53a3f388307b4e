export { ApiError, isApiError, type ClientErrorCode } from "./api-error.ts";
export { createClient, type CallArgs, type CallOptions, type Client, type ClientOptions } from "./client.ts";
export { openEnvelope, readEnvelope } from "./envelope.ts";
export { documentCursor } from "./document-cursor.ts";
