import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { loggedError, type LoggedError } from "../http/logged-error.ts";
import type { SentryProject } from "../config/sentry-dsn.ts";
import type { ErrorFacts, ErrorReports } from "../ports/error-reports.port.ts";
import { framesOf } from "./stack.ts";

/** Maximum of reports per minute: a fault that fails every request must not become a second load. */
const PER_MINUTE = 30;
const MINUTE_MS = 60_000;
const TIMEOUT_MS = 3_000;
const TEXT_MAX = 500;
/** Texts in quotes, and what follows a "?": values of users. */
const VALUES = /"[^"]*"|'[^']*'|`[^`]*`|\?\S+/gu;

interface Options {
  project: SentryProject;
  version: string;
  log: Pick<Logger, "warn">;
  now?: () => number;
}

const withoutValues = (text: string): string => text.replaceAll(VALUES, "[value]").slice(0, TEXT_MAX);

/** Returns an error and its causes, the first cause first, as Sentry shows them. */
function exceptionsOf(error: unknown): object[] {
  const chain: LoggedError[] = [];
  for (let at: LoggedError | undefined = loggedError(error); at; at = at.cause) chain.unshift(at);
  return chain.map(({ type, message, stack }) => ({
    type,
    value: withoutValues(message),
    ...(stack ? { stacktrace: { frames: framesOf(stack) } } : {}),
  }));
}

/** Returns a report in Sentry's envelope format: a line for the envelope, one for the item, and the event. */
export function envelopeOf(error: unknown, { requestId, route, isCrash = false }: ErrorFacts, version: string, at: number): string {
  const id = randomBytes(16).toString("hex");
  const event = {
    event_id: id,
    timestamp: at / 1_000,
    platform: "node",
    level: isCrash ? "fatal" : "error",
    release: `stillreel@${version}`,
    ...(route ? { transaction: route } : {}),
    tags: { ...(requestId ? { request_id: requestId } : {}), ...(route ? { route } : {}) },
    exception: { values: exceptionsOf(error) },
  };
  const lines = [{ event_id: id, sent_at: new Date(at).toISOString() }, { type: "event", content_type: "application/json" }, event];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** Creates a sender of reports. */
export function createErrorReports({ project, version, log, now = Date.now }: Options): ErrorReports {
  const pending = new Set<Promise<void>>();
  let minute = { start: 0, count: 0 };
  let pausedUntil = 0;
  const headers = {
    "content-type": "application/x-sentry-envelope",
    "x-sentry-auth": `Sentry sentry_version=7, sentry_client=stillreel/${version}, sentry_key=${project.publicKey}`,
  };
  const mayReport = (): boolean => {
    if (now() - minute.start >= MINUTE_MS) minute = { start: now(), count: 0 };
    return now() >= pausedUntil && (minute.count += 1) <= PER_MINUTE;
  };
  const send = async (body: string): Promise<void> => {
    try {
      const answer = await fetch(project.endpoint, {
        method: "POST",
        headers,
        body,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.status === 429) pausedUntil = now() + (Number(answer.headers.get("retry-after")) * 1_000 || MINUTE_MS);
      else if (!answer.ok) log.warn({ status: answer.status }, "an error report was refused");
    } catch (error) {
      log.warn({ err: error }, "an error report was not sent");
    }
  };
  return {
    report(error, facts = {}) {
      if (!mayReport()) return;
      const sending: Promise<void> = send(envelopeOf(error, facts, version, now())).finally(() => pending.delete(sending));
      pending.add(sending);
    },
    flush: async () => void (await Promise.all(pending)),
  };
}
