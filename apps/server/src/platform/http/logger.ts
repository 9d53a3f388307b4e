import pino, { type Logger } from "pino";

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

/** Creates a logger with structured lines on standard output. Secrets are redacted before writing. */
export function createLogger(level: string): Logger {
  const paths = SECRETS.flatMap((name) => {
    const at = name.startsWith("[") ? name : `.${name}`;
    return [name.startsWith("[") ? name : name, `*${at}`, `*.headers${at}`, `headers${at}`];
  });
  return pino({ level, base: null, redact: { paths, censor: "[hidden]" }, timestamp: pino.stdTimeFunctions.isoTime });
}
