import { type ClientResult, ERRORS, type ErrorCode, type FieldIssue, type getShared } from "@stillreel/contract";

/** The part of a response that these assertions need: light-my-request's, or one of `fetch` read by {@link readAnswer}. */
export interface Answer {
  statusCode: number;
  body: string;
}

/**
 * Fails unless the response is this failure: status, code and message of the catalogue, in the envelope, without anything
 * that resembles a stack, a query or a path. Returns the field issues.
 */
export function expectError(answer: Answer, code: ErrorCode): FieldIssue[] {
  const body = parse(answer);
  if (
    answer.statusCode !== ERRORS[code].status ||
    body["status"] !== "error" ||
    body["code"] !== code ||
    typeof body["message"] !== "string"
  ) {
    throw new Error(`Expected ${ERRORS[code].status} ${code}, got ${answer.statusCode}: ${answer.body.slice(0, 600)}`);
  }
  if (/\n\s+at |\bselect\b.+\bfrom\b|node_modules/iu.test(answer.body))
    throw new Error(`The failure tells too much: ${answer.body.slice(0, 600)}`);
  return (body["details"] as FieldIssue[] | undefined) ?? [];
}

/** Fails unless the response is a success. Returns the envelope's `data`. */
export function expectData<T = unknown>(answer: Answer, status?: number): T {
  const body = parse(answer);
  const isWrong = status === undefined ? answer.statusCode >= 300 : answer.statusCode !== status;
  if (isWrong || body["status"] !== "success")
    throw new Error(`Expected a success${status ? ` (${status})` : ""}, got ${answer.statusCode}: ${answer.body.slice(0, 600)}`);
  return body["data"] as T;
}

/** Returns the item that a link opens. Fails for the link of a folder. */
export function sharedItem(shared: ClientResult<typeof getShared>): Extract<typeof shared, { kind: "item" }>["item"] {
  if (shared.kind !== "item") throw new Error(`The link ${shared.slug} opens a folder.`);
  return shared.item;
}

function parse(answer: Answer): Record<string, unknown> {
  try {
    return JSON.parse(answer.body) as Record<string, unknown>;
  } catch {
    throw new Error(`Not JSON (${answer.statusCode}): ${answer.body.slice(0, 300)}`);
  }
}
