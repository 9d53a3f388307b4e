import { createHash } from "node:crypto";
import { SETTINGS, type getSettings, type SettingName, type testSettings, type ServerArgs, type ServerResult } from "@stillreel/contract";
import { TRANSLATED } from "@stillreel/i18n";
import type { Transcripts } from "../../editing/transcripts/index.ts";
import type { Connections } from "../../people/connections/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { EffectiveSettings, SettingChanges } from "../../platform/ports/settings.port.ts";
import { entriesOf } from "../../platform/settings/index.ts";
import { logoPath } from "../../platform/settings/logo-path.ts";
import { answersAt } from "./reachability.ts";
import * as repo from "./settings.repo.ts";

/** Maximum time in milliseconds for the answer of the mail server to a test. */
const TEST_LIMIT_MS = 15_000;

type View = ServerResult<typeof getSettings>;

export interface SettingsDeps {
  audit: Audit;
  outbox: Pick<Outbox, "sendTest">;
  connections: Pick<Connections, "testApp">;
  transcripts: Pick<Transcripts, "testService">;
}

/** Returns the address of a mail server without user and password. */
function publicAddress(smtpUrl: string | undefined): string | null {
  if (smtpUrl === undefined) return null;
  const { protocol, host } = new URL(smtpUrl);
  return `${protocol}//${host}`;
}

/** Returns the credentials of a service without their secret. */
const publicCredentials = (app: EffectiveSettings["slackApp"]): { clientId: string } | null => app && { clientId: app.clientId };

/** Returns a service without its key, and without credentials in its address. */
function publicService(service: EffectiveSettings["speech"]): { url: string; model: string; hasKey: boolean } | null {
  if (service === null) return null;
  const url = new URL(service.url);
  [url.username, url.password, url.search, url.hash] = ["", "", "", ""];
  return { url: url.href.replace(/\/$/u, ""), model: service.model, hasKey: service.key !== null };
}

/** Returns the values that may be returned and recorded: without secrets, and with the path of the logo instead of its bytes. */
const withoutSecrets = (all: EffectiveSettings) => ({
  ...all,
  smtpUrl: publicAddress(all.smtpUrl),
  logo: logoPath(all),
  driveApp: publicCredentials(all.driveApp),
  dropboxApp: publicCredentials(all.dropboxApp),
  slackApp: publicCredentials(all.slackApp),
  jiraApp: publicCredentials(all.jiraApp),
  trelloApp: publicCredentials(all.trelloApp),
  speech: publicService(all.speech),
  chat: publicService(all.chat),
});

const configuredMethods = (config: Config): View["configured"] => ({
  password: true,
  google: config.GOOGLE_CLIENT_ID !== undefined,
  oidc: config.OIDC_ISSUER !== undefined,
});

/** What can be tested. */
type TestSubject = ServerArgs<typeof testSettings>["body"]["what"];

/** Who changes settings, from where. */
export interface Changer {
  /** Null for the command line. */
  id: string | null;
  /** Origin for the audit log. */
  ip: string;
  /** Origins of the page or program: of the request headers, and of the address that it called. */
  origins: readonly string[];
}

/** @throws AppError `sign-in-lock-out` when no administrator could sign in after the change */
async function assertSomeAdministratorCanSignIn({ settings, config }: Ports, tx: Executor, changes: SettingChanges): Promise<void> {
  if (changes.signIn === undefined) return;
  const { signIn } = settings.after(changes);
  const configured = configuredMethods(config);
  const oidc = config.OIDC_ISSUER === undefined ? [] : [config.OIDC_ISSUER];
  const used = await repo.administratorMethods(tx, { google: config.GOOGLE_ISSUERS, oidc });
  const isUsable = (["password", "google", "oidc"] as const).some((method) => signIn[method] && configured[method] && used[method]);
  if (!isUsable) throw new AppError("sign-in-lock-out");
}

/** @throws AppError `public-address-unreachable` when neither the caller nor this server reaches the server at the new address */
async function assertReachable({ keys }: Ports, { publicUrl }: SettingChanges, origins: readonly string[]): Promise<void> {
  const address = publicUrl?.value;
  if (address === null || address === undefined || origins.includes(address)) return;
  if (!(await answersAt(keys, address))) throw new AppError("public-address-unreachable");
}

/** @throws AppError `validation-failed` for a language that the product does not have */
function assertTranslated({ defaultLanguage }: SettingChanges): void {
  const tag = defaultLanguage?.value;
  if (tag === null || tag === undefined || TRANSLATED.includes(tag)) return;
  const message = `Choose one of ${TRANSLATED.join(", ")}.`;
  throw new AppError("validation-failed", { details: [{ field: "defaultLanguage.value", code: "invalid", message }] });
}

async function testMail(
  { db, mail }: Ports,
  outbox: SettingsDeps["outbox"],
  actor: UserActor,
  address: string | undefined,
): Promise<ServerResult<typeof testSettings>> {
  const own = await repo.recipient(db, actor.id);
  const to = address ?? own?.email ?? "";
  if (!mail.configured) return { outcome: "not-configured", to, answer: null };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), TEST_LIMIT_MS);
  });
  try {
    const sent = await Promise.race([outbox.sendTest(to, own?.language ?? null), late]);
    if (sent === "late") return { outcome: "late", to, answer: null };
    return sent.ok ? { outcome: "accepted", to, answer: null } : { outcome: "refused", to, answer: sent.reason };
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the service by which administrators change the settings of the installation. */
export function createSettingsService(ports: Ports, { audit, outbox, connections, transcripts }: SettingsDeps) {
  const { settings, config, db, clock } = ports;

  function view(): View {
    const values = { ...withoutSecrets(settings.current()), publicUrl: ports.publicUrl() };
    const stated = Object.fromEntries(
      (Object.keys(SETTINGS) as SettingName[]).map((name) => [name, { value: values[name], ...settings.stateOf(name) }]),
    );
    return { ...(stated as Omit<View, "configured">), configured: configuredMethods(config) };
  }

  async function save({ id, ip, origins }: Changer, changes: SettingChanges): Promise<View> {
    const entries = entriesOf(changes);
    if (entries.some(([name]) => settings.stateOf(name).source === "environment")) throw new AppError("setting-from-environment");
    assertTranslated(changes);
    await assertReachable(ports, changes, origins);
    const values = withoutSecrets(settings.after(changes));
    try {
      await db.transaction(async (tx) => {
        await assertSomeAdministratorCanSignIn(ports, tx, changes);
        await settings.save(tx, changes, { userId: id, at: clock.now() });
        for (const [name] of entries)
          await audit.record(tx, { action: "setting.changed", userId: id, ip, details: { subject: name, value: values[name] } });
      });
    } finally {
      // Also after a conflict, so that the caller reads the values of the other administrator.
      await settings.load();
    }
    return view();
  }

  return {
    view,

    /**
     * Saves changes, all or none, and records each in the audit log.
     * @throws AppError `setting-from-environment`, `setting-changed`, `sign-in-lock-out`, `public-address-unreachable`, `validation-failed`
     */
    update: save,

    /** Saves a converted picture as the logo. @throws AppError `setting-changed` */
    async setLogo(changer: Changer, bytes: Buffer): Promise<View> {
      const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
      const { version } = settings.stateOf("logo");
      return save(changer, { logo: { value: { id, data: bytes.toString("base64") }, version } });
    },

    /** Returns the bytes of the current logo. @throws AppError `not-found` for every other one */
    logo(id: string): Buffer {
      const { logo } = settings.current();
      if (logo?.id !== id) throw new AppError("not-found");
      return Buffer.from(logo.data, "base64");
    },

    /** Sends a test mail, or tests the credentials of a service, and returns the answer. */
    test(actor: UserActor, what: TestSubject, address: string | undefined): Promise<ServerResult<typeof testSettings>> {
      if (what === "mail") return testMail(ports, outbox, actor, address);
      return what === "speech" || what === "chat" ? transcripts.testService(what) : connections.testApp(what);
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;
