import { BASE_LANGUAGE, TRANSLATED } from "@stillreel/i18n";
import { z } from "zod";
import { parseOtlpHeaders } from "./otlp.ts";
import { parseDsn } from "./sentry-dsn.ts";
import { misspeltVariables } from "./unknown-variables.ts";

const bool = z.enum(["true", "false", "1", "0", "yes", "no"]).transform((text) => ["true", "1", "yes"].includes(text));
const httpUrl = z.url({ protocol: /^https?$/u }).transform((text) => text.replace(/\/+$/u, ""));
/** Base address of a service's API. Plain http is only for this machine, unless `ALLOW_INSECURE_UPSTREAM` is set. */
const serviceUrl = (address: string, service: string) => httpUrl.default(address).describe(`Base address of ${service}`);
/** Address of a PostgreSQL. The message shows the form of a value instead of the value, which contains a password. */
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/u, error: "must have the form postgres://USER:PASSWORD@HOST:5432/DATABASE" });
/** Address of a Sentry project. The message shows its form instead of the value, which contains a key. */
const sentryDsn = z
  .string()
  .refine((text) => parseDsn(text) !== null, "must have the form https://PUBLIC_KEY@HOST/PROJECT")
  .optional();
/** Address of an OpenSearch cluster. The message shows its form instead of the value, which may contain a password. */
const searchUrl = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return (
      /^https?:$/u.test(url?.protocol ?? "") &&
      url?.username === "" &&
      /^\/([a-z0-9][a-z0-9_-]{0,60}\/?)?$/u.test(url.pathname) &&
      url.search === ""
    );
  }, "must have the form https://HOST:9200 or https://HOST:9200/INDEX, without a user and a password: they belong in SEARCH_KEY")
  .optional();
const bytes = z.coerce.number().int().positive();
const domainList = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim().toLowerCase().replace(/^@/u, "") || []))
  .pipe(z.array(z.string().regex(/^[^\s@]+\.[^\s@.]+$/u, "must be domains such as example.com, separated by commas")));
const optionalText = z.string().trim().min(1).optional();

/** All environment variables of the server with default and description (source of `docs/configuration.md`). */
export const CONFIG_SCHEMA = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8700).describe("Port to listen on; 0 takes a free one"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on; 0.0.0.0 in a container"),
  PUBLIC_URL: httpUrl.optional().describe("Public address, without a trailing slash; default http://localhost:PORT"),
  DEFAULT_LANGUAGE: z
    .enum(TRANSLATED, `must be one of ${TRANSLATED.join(", ")}`)
    .default(BASE_LANGUAGE)
    .describe(`Language of pages and mails for people whose language is not known: ${TRANSLATED.join(", ")}`),
  DATA_DIR: z.string().min(1).default("./data").describe("Folder of the embedded database, files, uploads and logs"),
  DATABASE_URL: databaseUrl
    .optional()
    .describe("An external PostgreSQL (14 or newer), or a pooler in front of it; default: the embedded one"),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      "Address of the database itself when DATABASE_URL is that of a pooler by transaction, such as PgBouncer: for live events, locks, migrations and jobs",
    ),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe(
      "Address of a streaming replica of the database, for lists and searches; they read the database itself while the replica is late",
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(4)
    .max(200)
    .default(16)
    .describe("Maximum number of database connections of one process; searches use at most half of them"),
  STORAGE_URL: z
    .string()
    .regex(/^(file:|s3:\/\/|s3\+http:\/\/)/u, "must start with file:, s3:// or s3+http://")
    .optional()
    .describe("Store for files: file:/path, or s3://KEY:SECRET@HOST/BUCKET?region=…&prefix=…&publicEndpoint=… (s3+http:// without TLS)"),
  SEARCH_URL: searchUrl.describe(
    "Address of an OpenSearch cluster that searches instead of PostgreSQL, for 10⁸ items and more; a path is the name of the index. It receives the words of titles, comments and transcripts",
  ),
  SEARCH_KEY: optionalText.describe("Key of that cluster: USER:PASSWORD, or a token"),
  DIRECT_UPLOADS: bool
    .default(false)
    .describe("Let browsers send large files directly to the S3 store of STORAGE_URL; its bucket needs a CORS rule for PUBLIC_URL"),
  BACKUP_TARGET: z
    .string()
    .min(1)
    .optional()
    .describe("Target of `npm run backup` and `npm run restore` without one: a folder, or an s3:// address as in STORAGE_URL"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u })
    .optional()
    .describe("Mail server, smtp://user:password@host:587; without one, mail is stored in the administrator's outbox"),
  MAIL_FROM: z.string().min(3).default("Stillreel <no-reply@localhost>").describe("Sender of every mail"),
  SMTP_BOUNCE: z
    .email()
    .optional()
    .describe(
      "Address that gets reports about undeliverable mail (envelope sender); default: the address of MAIL_FROM. The server does not read them",
    ),
  ROLE: z
    .string()
    .default("web,worker")
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.enum(["web", "worker"])).min(1))
    .describe("Work of this process: web, worker or both"),
  SECRET: z
    .string()
    .min(32, "must have at least 32 characters, such as the output of: openssl rand -hex 32")
    .optional()
    .describe(
      "Key of signatures and encryption, at least 32 characters; created in DATA_DIR when absent. All processes of one installation need the same",
    ),
  EARLIER_SECRETS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .describe("Earlier values of SECRET, separated by commas: what they encrypted stays readable, and is encrypted again with SECRET"),
  REGISTRATION: z
    .enum(["open", "domains", "invite", "closed"])
    .default("open")
    .describe(
      "Who may create an account: everyone (`open`), addresses of REGISTRATION_DOMAINS (`domains`), people with an invite to a workspace (`invite`) or no one (`closed`). The first account can always be created",
    ),
  REGISTRATION_DOMAINS: domainList.describe("Domains of permitted addresses, separated by commas; for REGISTRATION=domains"),
  OIDC_ISSUER: httpUrl.optional().describe("OpenID Connect provider to sign in with"),
  OIDC_CLIENT_ID: optionalText.describe("Client id at that provider"),
  OIDC_CLIENT_SECRET: optionalText.describe("Client secret at that provider"),
  OIDC_NAME: z.string().min(1).default("Single sign-on").describe("Name of that provider on the sign-in button"),
  GOOGLE_CLIENT_ID: optionalText.describe("Client id for Google sign-in"),
  GOOGLE_CLIENT_SECRET: optionalText.describe("Client secret of the same client; with it, Google Drive can be connected"),
  GOOGLE_AUTH_URL: serviceUrl("https://accounts.google.com", "Google's consent page"),
  GOOGLE_TOKEN_URL: httpUrl.default("https://oauth2.googleapis.com/token").describe("Address of Google's tokens"),
  GOOGLE_REVOKE_URL: httpUrl.default("https://oauth2.googleapis.com/revoke").describe("Address that ends a permission at Google"),
  GOOGLE_API_URL: serviceUrl("https://www.googleapis.com", "the API of Google Drive"),
  DROPBOX_CLIENT_ID: optionalText.describe("App key of a Dropbox app"),
  DROPBOX_CLIENT_SECRET: optionalText.describe("App secret of that app"),
  DROPBOX_AUTH_URL: serviceUrl("https://www.dropbox.com", "Dropbox's consent page"),
  DROPBOX_API_URL: serviceUrl("https://api.dropboxapi.com", "the API of Dropbox"),
  DROPBOX_CONTENT_URL: serviceUrl("https://content.dropboxapi.com", "the uploads of Dropbox"),
  SLACK_CLIENT_ID: optionalText.describe("Client id of a Slack app"),
  SLACK_CLIENT_SECRET: optionalText.describe("Client secret of that app"),
  SLACK_BASE_URL: serviceUrl("https://slack.com", "Slack"),
  ATLASSIAN_CLIENT_ID: optionalText.describe("Client id of an Atlassian app with OAuth 2.0, for Jira"),
  ATLASSIAN_CLIENT_SECRET: optionalText.describe("Client secret of that app"),
  ATLASSIAN_AUTH_URL: serviceUrl("https://auth.atlassian.com", "Atlassian's sign-in, for Jira and Trello"),
  ATLASSIAN_API_URL: serviceUrl("https://api.atlassian.com", "the API of Jira"),
  TRELLO_CLIENT_ID: optionalText.describe("Client id of a Trello app with OAuth 2.0"),
  TRELLO_CLIENT_SECRET: optionalText.describe("Client secret of that app"),
  TRELLO_API_URL: serviceUrl("https://api.trello.com", "the API of Trello"),
  GOOGLE_ISSUERS: z
    .string()
    .default("https://accounts.google.com,accounts.google.com")
    .transform((text) => text.split(","))
    .describe("Accepted issuers of Google credentials"),
  GOOGLE_JWKS_URI: z.url().default("https://www.googleapis.com/oauth2/v3/certs").describe("Address of Google's signing keys"),
  MAX_UPLOAD_BYTES: bytes.default(10 * 1024 ** 3).describe("Largest file, in bytes"),
  MAX_IMAGE_BYTES: bytes.default(512 * 1024 ** 2).describe("Largest image, in bytes"),
  MAX_PIXELS: bytes.default(120_000_000).describe("Maximum number of pixels (width × height) of an image"),
  DEFAULT_QUOTA: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("Storage of each person, in bytes: their items, including the trash, with the originals of annotated images; 0 is unlimited"),
  FFMPEG_PATH: optionalText.describe(
    "The ffmpeg program (5.1 or newer, with x264 and AAC); default: the one on PATH, else the slower library that npm installs",
  ),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1).describe("Multiplies every rate limit"),
  PASSWORD_COST: z
    .enum(["standard", "minimal"])
    .default("standard")
    .describe("Cost of a password hash; `minimal` is for tests and is refused unless NODE_ENV is `test`"),
  TRASH_DAYS: z.coerce.number().int().min(1).max(3650).default(30).describe("Days that removed items stay in the trash"),
  AUDIT_MONTHS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1200)
    .default(0)
    .describe("Whole months that entries of the audit log are retained after the month in which they were written; 0 retains all"),
  TRUST_PROXY: bool.default(false).describe("Trust X-Forwarded-* headers; only behind a proxy that sets them"),
  HSTS_SUBDOMAINS: bool
    .default(false)
    .describe("With a PUBLIC_URL of https, browsers must use https for all subdomains of its host too, for a year"),
  ALLOW_INSECURE_UPSTREAM: bool.default(false).describe("Allow http: identity providers and services on other machines; for tests"),
  PRIVATE_WEBHOOKS: bool
    .default(false)
    .describe("Allow webhooks to addresses that are not on the public internet, such as 10.0.0.5 and localhost"),
  TRANSCRIBE_URL: httpUrl
    .optional()
    .describe(
      "Address of an OpenAI-compatible speech service that writes transcripts, with or without /v1; it receives the sound of videos",
    ),
  TRANSCRIBE_KEY: optionalText.describe("Key of that service, if it needs one"),
  TRANSCRIBE_MODEL: z.string().trim().min(1).default("whisper-1").describe("Model of that service"),
  TRANSCRIBE_NEW: bool.default(false).describe("Write the transcript of each new video without being asked"),
  LLM_URL: httpUrl
    .optional()
    .describe("Address of an OpenAI-compatible chat service that suggests titles, with or without /v1; it receives transcripts"),
  LLM_KEY: optionalText.describe("Key of that service, if it needs one"),
  LLM_MODEL: z.string().trim().min(1).default("gpt-4o-mini").describe("Model of that service"),
  LLM_WINDOW: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(2_000_000)
    .default(8_000)
    .describe("Tokens that the model accepts; a longer transcript is summarised in parts first"),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2).describe("Jobs that one worker runs in parallel"),
  SLOW_STATEMENT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(1_000)
    .describe("Statements that take longer, in milliseconds, are logged with their name and the id of the request; 0 logs none"),
  METRICS_PASSWORD: z
    .string()
    .min(16, "at least 16 characters")
    .optional()
    .describe(
      "Password of HTTP basic authentication with which Prometheus reads /metrics from another machine; the user name is not compared",
    ),
  SENTRY_DSN: sentryDsn.describe(
    "DSN of a Sentry project that receives unexpected errors of the server, without addresses, bodies and data of users",
  ),
  SENTRY_BROWSER_DSN: sentryDsn.describe(
    "DSN of a Sentry project that receives unexpected script errors of the portal; browsers send them there",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      "Address of an OpenTelemetry collector, such as http://127.0.0.1:4318, that receives traces without data of users; default: no traces",
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl
    .optional()
    .describe("Complete address for traces, when it is not OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces"),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseOtlpHeaders(text) !== null, "must have the form NAME=VALUE,NAME=VALUE")
    .optional()
    .describe("Headers for the collector, such as authorization=Bearer%20KEY, separated by commas"),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/protobuf"], { error: "must be http/protobuf, which collectors receive on port 4318; gRPC is not supported" })
    .default("http/protobuf")
    .describe("Protocol of traces"),
  OTEL_SERVICE_NAME: z.string().trim().min(1).max(200).default("stillreel").describe("Name of this service in traces"),
  OTEL_TRACES_SAMPLER: z
    .enum(["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"])
    .default("parentbased_always_on")
    .describe("Traces that are recorded; `parentbased_` follows the decision of a trusted proxy if it sends one"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of traces that are recorded, from 0 to 1, with a sampler by `traceidratio`"),
  SHUTDOWN_DELAY: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe("Seconds after a stop signal in which /readyz answers 503 but requests are still accepted, so that load balancers notice"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info").describe("Level of the log"),
});

/** Variables with addresses of services that get tokens of users. */
const SERVICES = [
  "GOOGLE_AUTH_URL",
  "GOOGLE_TOKEN_URL",
  "GOOGLE_REVOKE_URL",
  "GOOGLE_API_URL",
  "DROPBOX_AUTH_URL",
  "DROPBOX_API_URL",
  "DROPBOX_CONTENT_URL",
  "SLACK_BASE_URL",
  "ATLASSIAN_AUTH_URL",
  "ATLASSIAN_API_URL",
  "TRELLO_API_URL",
] as const;

/** Returns a sentence for each service whose tokens would cross a network unencrypted. */
function insecureServices(config: z.output<typeof CONFIG_SCHEMA>): string[] {
  if (config.ALLOW_INSECURE_UPSTREAM) return [];
  const isInsecure = (text: string): boolean => {
    const { protocol, hostname } = new URL(text);
    return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
  };
  return SERVICES.filter((name) => isInsecure(config[name])).map((name) => `${name}: must start with https://`);
}

/** Parsed configuration of the server. `publicUrl` is set once the port is known. */
export type Config = z.output<typeof CONFIG_SCHEMA> & {
  /** Sentences about variables that are probably misspelt settings. */
  readonly misspelt: readonly string[];
  /** Names of the variables that have a value. */
  readonly given: readonly string[];
};

/** Thrown when variables are invalid. The message names each of them. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables. Empty variables count as absent.
 * @throws ConfigError that names every invalid variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = CONFIG_SCHEMA.safeParse(given);
  const complaints = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (parsed.success && !parsed.data.DATABASE_URL)
    for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const)
      if (parsed.data[name]) complaints.push(`${name}: needs DATABASE_URL. Set both, or none`);
  if (parsed.success && parsed.data.OIDC_ISSUER && !(parsed.data.OIDC_CLIENT_ID && parsed.data.OIDC_CLIENT_SECRET)) {
    complaints.push("OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: needed when OIDC_ISSUER is set");
  }
  if (parsed.success && parsed.data.REGISTRATION === "domains" && parsed.data.REGISTRATION_DOMAINS.length === 0) {
    complaints.push("REGISTRATION_DOMAINS: needed when REGISTRATION is domains");
  }
  if (parsed.success && parsed.data.PASSWORD_COST !== "standard" && given["NODE_ENV"] !== "test") {
    complaints.push("PASSWORD_COST: minimal is refused unless NODE_ENV is test, since such hashes do not protect passwords");
  }
  if (parsed.success) complaints.push(...insecureServices(parsed.data));
  if (!parsed.success || complaints.length > 0)
    throw new ConfigError(`The configuration cannot be used.\n${complaints.map((line) => `  ${line}`).join("\n")}`);
  const known = Object.keys(CONFIG_SCHEMA.shape);
  return { ...parsed.data, misspelt: misspeltVariables(given, known), given: known.filter((name) => name in given) };
}
