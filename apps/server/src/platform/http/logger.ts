import pino, { type DestinationStream, type Logger } from "pino";
import { loggedError } from "./logged-error.ts";

/** Names of headers and fields whose values are never logged. */
const SECRETS = [
  "cookie",
  "authorization",
  "idtoken",
  "refreshtoken",
  "idToken",
  "refreshToken",
  "password",
  "oldPassword",
  "credentials",
  '["set-cookie"]',
];

/**
 * Creates a logger with structured lines on standard output. Secrets are redacted before writing, and errors are logged
 * without private data ({@link loggedError}).
 * @param destination receives the lines instead of standard output
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => {
    const at = name.startsWith("[") ? name : `.${name}`;
    return [name.startsWith("[") ? name : name, `*${at}`, `*.headers${at}`, `headers${at}`];
  });
  const options = {
    level,
    base: null,
    redact: { paths, censor: "[hidden]" },
    serializers: { err: loggedError },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}
