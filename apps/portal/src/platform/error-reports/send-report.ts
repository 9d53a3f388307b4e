/** Where reports are sent, as the server answers it. */
export interface ReportTarget {
  endpoint: string;
  publicKey: string;
  release: string;
}

interface Frame {
  function: string;
  filename: string;
  lineno: number;
  colno: number;
}

const TEXT_MAX = 500;
const FRAMES_MAX = 50;
/** Texts in quotes, addresses of pages and of people: values of users. */
const VALUES = /"[^"]*"|'[^']*'|`[^`]*`|\b[a-z]+:\/\/\S+|[^\s@]+@[^\s@]+/gu;
/** A call in the form of Chromium (`at name (file:1:2)`) or of Firefox and Safari (`name@file:1:2`). */
const CALL = /^\s*(?:at (?:async )?)?(?:([^@(]*?)\s*[@(])?(https?:\/\/[^\s()]+):(\d+):(\d+)\)?$/u;

/** Returns the calls of the portal's own files, the newest last. Those of extensions and other sites are omitted. */
function framesOf(stack: string): Frame[] {
  const calls = stack.split("\n").flatMap((line) => {
    const found = CALL.exec(line);
    const file = URL.parse(found?.[2] ?? "");
    if (!found || file?.origin !== location.origin) return [];
    return [{ function: found[1] || "?", filename: file.pathname, lineno: Number(found[3]), colno: Number(found[4]) }];
  });
  return calls.slice(0, FRAMES_MAX).toReversed();
}

/**
 * Sends a report in Sentry's envelope format: kind, message and calls of the error, version and pattern of the address. The page's address,
 * cookies and the user are not part of it. An error without calls of the portal is not sent: it is of an extension.
 */
export async function sendReport(error: Error, route: string | undefined, { endpoint, publicKey, release }: ReportTarget): Promise<void> {
  const frames = framesOf(error.stack ?? "");
  if (frames.length === 0) return;
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const event = {
    event_id: id,
    timestamp: Date.now() / 1_000,
    platform: "javascript",
    level: "error",
    release,
    ...(route ? { transaction: route } : {}),
    exception: {
      values: [{ type: error.name, value: error.message.replaceAll(VALUES, "[value]").slice(0, TEXT_MAX), stacktrace: { frames } }],
    },
  };
  const lines = [{ event_id: id }, { type: "event", content_type: "application/json" }, event];
  // The key is part of the address and the type is plain text, so that browsers send no preflight request.
  await fetch(`${endpoint}?sentry_version=7&sentry_client=stillreel-portal&sentry_key=${encodeURIComponent(publicKey)}`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body: `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    keepalive: true,
  });
}
