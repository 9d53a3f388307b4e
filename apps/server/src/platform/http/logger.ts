import pino, { type Logger } from "pino";

/** Header and field names whose values never reach a log. */
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

/** Structured log lines on standard output; secrets are replaced before they are written. */
export function createLogger(level: string): Logger {
  const paths = SECRETS.flatMap((name) => {
    const at = name.startsWith("[") ? name : `.${name}`;
    return [name.startsWith("[") ? name : name, `*${at}`, `*.headers${at}`, `headers${at}`];
  });
  return pino({ level, base: null, redact: { paths, censor: "[hidden]" }, timestamp: pino.stdTimeFunctions.isoTime });
}
