import { SETTINGS, type SettingName } from "@stillreel/contract";
import type { Config } from "../config/config.ts";
import { createListener } from "../db/listen.ts";
import { AppError } from "../http/app-error.ts";
import type { Ports } from "../ports/index.ts";
import { createSealer, type Sealer } from "../ports/sealing.ts";
import type { EffectiveSettings, SettingChanges, Settings } from "../ports/settings.port.ts";
import * as repo from "./settings.repo.ts";

/** Variables of the environment that set a value. */
const VARIABLES: Partial<Record<SettingName, readonly string[]>> = {
  publicUrl: ["PUBLIC_URL"],
  defaultLanguage: ["DEFAULT_LANGUAGE"],
  registration: ["REGISTRATION", "REGISTRATION_DOMAINS"],
  smtpUrl: ["SMTP_URL"],
  mailFrom: ["MAIL_FROM"],
  defaultQuota: ["DEFAULT_QUOTA"],
  trashDays: ["TRASH_DAYS"],
  privateWebhooks: ["PRIVATE_WEBHOOKS"],
  // The id alone is for sign-ins with Google.
  driveApp: ["GOOGLE_CLIENT_SECRET"],
  dropboxApp: ["DROPBOX_CLIENT_ID", "DROPBOX_CLIENT_SECRET"],
  slackApp: ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET"],
  jiraApp: ["ATLASSIAN_CLIENT_ID", "ATLASSIAN_CLIENT_SECRET"],
  trelloApp: ["TRELLO_CLIENT_ID", "TRELLO_CLIENT_SECRET"],
  speech: ["TRANSCRIBE_URL"],
  chat: ["LLM_URL"],
  transcribeNew: ["TRANSCRIBE_NEW"],
};
const NAMES = Object.keys(SETTINGS) as SettingName[];
/** Values that are stored encrypted. */
const SEALED: ReadonlySet<SettingName> = new Set([
  "smtpUrl",
  "driveApp",
  "dropboxApp",
  "slackApp",
  "jiraApp",
  "trelloApp",
  "speech",
  "chat",
]);
/** Interval in milliseconds after which the values are read again, in case a notification was lost. */
const READ_AGAIN_MS = 60_000;

/** Values by name; absent names have their default. */
type Saved = Partial<Record<SettingName, unknown>>;

const credentials = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };

const aiService = (url: string | undefined, key: string | undefined, model: string) =>
  url === undefined ? null : { url, key: key ?? null, model };

const defaultsOf = (config: Config): EffectiveSettings => ({
  serverName: null,
  logo: null,
  publicUrl: config.PUBLIC_URL ?? null,
  defaultLanguage: config.DEFAULT_LANGUAGE,
  registration: { mode: config.REGISTRATION, domains: config.REGISTRATION_DOMAINS },
  signIn: { password: true, google: true, oidc: true },
  smtpUrl: config.SMTP_URL,
  mailFrom: config.MAIL_FROM,
  defaultQuota: config.DEFAULT_QUOTA,
  workspaceQuota: 0,
  trashDays: config.TRASH_DAYS,
  oldItemDays: null,
  maxLinkDays: null,
  setupDismissed: false,
  securityContact: null,
  privateWebhooks: config.PRIVATE_WEBHOOKS,
  driveApp: credentials(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET),
  dropboxApp: credentials(config.DROPBOX_CLIENT_ID, config.DROPBOX_CLIENT_SECRET),
  slackApp: credentials(config.SLACK_CLIENT_ID, config.SLACK_CLIENT_SECRET),
  jiraApp: credentials(config.ATLASSIAN_CLIENT_ID, config.ATLASSIAN_CLIENT_SECRET),
  trelloApp: credentials(config.TRELLO_CLIENT_ID, config.TRELLO_CLIENT_SECRET),
  speech: aiService(config.TRANSCRIBE_URL, config.TRANSCRIBE_KEY, config.TRANSCRIBE_MODEL),
  chat: aiService(config.LLM_URL, config.LLM_KEY, config.LLM_MODEL),
  transcribeNew: config.TRANSCRIBE_NEW,
});

const contextOf = (name: SettingName): string => `setting:${name}`;

const sealedText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns a value from its sealed text: the text of an address, or the JSON of an object. */
function openedValue(text: string | null): unknown {
  if (!text?.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the values of rows. A value that this version of the server does not accept counts as absent. */
function valuesOf(rows: readonly repo.SettingRow[], sealer: Sealer): Saved {
  const values: Saved = {};
  for (const { key, value } of rows) {
    const name = NAMES.find((one) => one === key);
    if (name === undefined || value === null) continue;
    const plain = SEALED.has(name) ? openedValue(sealer.open(String(value), contextOf(name))) : value;
    const parsed = SETTINGS[name].safeParse(plain);
    if (parsed.success) values[name] = parsed.data;
  }
  return values;
}

/** Creates the settings. They have their defaults until they are loaded. */
export function createSettings({ config, pool, db, keys, log }: Pick<Ports, "config" | "pool" | "db" | "keys" | "log">): Settings {
  const sealer = createSealer(keys.derive("encryption"), keys.earlier("encryption"));
  const defaults = defaultsOf(config);
  const fixed = new Set(NAMES.filter((name) => VARIABLES[name]?.some((variable) => config.given.includes(variable))));
  let saved: Saved = {};
  let versions = new Map<string, number>();
  let effective = defaults;

  const combined = (values: Saved): EffectiveSettings => ({
    ...defaults,
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !fixed.has(name as SettingName))),
  });

  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const rows = await repo.listAll(db);
    saved = valuesOf(rows, sealer);
    versions = new Map(rows.map(({ key, version }) => [key, version]));
    effective = combined(saved);
  }

  /** Reads after earlier reads have ended, so that a slow one cannot restore older values. */
  function load(): Promise<void> {
    reading = reading.then(read, read);
    return reading;
  }

  return {
    current: () => effective,
    after(changes) {
      const values = { ...saved };
      for (const [name, change] of entriesOf(changes)) {
        if (change.value === null) delete values[name];
        else values[name] = change.value;
      }
      return combined(values);
    },
    stateOf: (name) => ({
      source: fixed.has(name) ? "environment" : name in saved ? "saved" : "default",
      version: versions.get(name) ?? 0,
    }),
    load,
    async save(tx, changes, by) {
      for (const [key, { value, version }] of entriesOf(changes)) {
        const stored = SEALED.has(key) && value !== null ? sealer.seal(sealedText(value), contextOf(key)) : value;
        if (!(await repo.write(tx, { key, value: stored, version }, by))) throw new AppError("setting-changed");
      }
      await repo.announce(tx);
    },
    follow() {
      const again = (): void => void load().catch((error: unknown) => log.warn({ err: error }, "the settings could not be read"));
      const listener = createListener(pool, repo.CHANNEL, log, { onMessage: again, onGap: again });
      const timer = setInterval(again, READ_AGAIN_MS);
      timer.unref();
      return {
        ...listener,
        async stop() {
          clearInterval(timer);
          await listener.stop();
        },
      };
    },
  };
}

/** Returns the changes that are present, by name. */
export const entriesOf = (changes: SettingChanges): [SettingName, { value: unknown; version: number }][] =>
  NAMES.flatMap((name) => {
    const change = changes[name];
    return change === undefined ? [] : [[name, change] as [SettingName, { value: unknown; version: number }]];
  });
