import { SETTINGS, type getSettings, type SettingName, type testSettings, type ServerResult } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { EffectiveSettings, SettingChanges } from "../../platform/ports/settings.port.ts";
import { entriesOf } from "../../platform/settings/index.ts";
import * as repo from "./settings.repo.ts";

/** Maximum time in milliseconds for the answer of the mail server to a test. */
const TEST_LIMIT_MS = 15_000;

type View = ServerResult<typeof getSettings>;

/** Who changes settings: an administrator, or null for the command line. */
export interface SettingsAdministrator {
  id: string | null;
  /** Origin for the audit log. */
  ip: string;
}

export interface SettingsDeps {
  audit: Audit;
  outbox: Pick<Outbox, "sendTest">;
}

/** Returns the address of a mail server without user and password. */
function publicAddress(smtpUrl: string | undefined): string | null {
  if (smtpUrl === undefined) return null;
  const { protocol, host } = new URL(smtpUrl);
  return `${protocol}//${host}`;
}

/** Returns the values that may be returned and recorded: without secrets. */
const withoutSecrets = ({ smtpUrl, ...values }: EffectiveSettings) => ({ ...values, smtpUrl: publicAddress(smtpUrl) });

const configuredMethods = (config: Config): View["configured"] => ({
  password: true,
  google: config.GOOGLE_CLIENT_ID !== undefined,
  oidc: config.OIDC_ISSUER !== undefined,
});

/** Creates the service by which administrators change the settings of the installation. */
export function createSettingsService(ports: Ports, { audit, outbox }: SettingsDeps) {
  const { settings, config, db, clock } = ports;

  function view(): View {
    const values = withoutSecrets(settings.current());
    const stated = Object.fromEntries(
      (Object.keys(SETTINGS) as SettingName[]).map((name) => [name, { value: values[name], ...settings.stateOf(name) }]),
    );
    return { ...(stated as Omit<View, "configured">), configured: configuredMethods(config) };
  }

  /** @throws AppError `sign-in-lock-out` when no administrator could sign in after the change */
  async function assertSomeAdministratorCanSignIn(tx: Executor, changes: SettingChanges): Promise<void> {
    if (changes.signIn === undefined) return;
    const { signIn } = settings.after(changes);
    const configured = configuredMethods(config);
    const oidc = config.OIDC_ISSUER === undefined ? [] : [config.OIDC_ISSUER];
    const used = await repo.administratorMethods(tx, { google: config.GOOGLE_ISSUERS, oidc });
    const isUsable = (["password", "google", "oidc"] as const).some((method) => signIn[method] && configured[method] && used[method]);
    if (!isUsable) throw new AppError("sign-in-lock-out");
  }

  return {
    view,

    /**
     * Saves changes, all or none, and records each in the audit log.
     * @throws AppError `setting-from-environment`, `setting-changed`, `sign-in-lock-out`
     */
    async update(by: SettingsAdministrator, changes: SettingChanges): Promise<View> {
      const entries = entriesOf(changes);
      if (entries.some(([name]) => settings.stateOf(name).source === "environment")) throw new AppError("setting-from-environment");
      const values = withoutSecrets(settings.after(changes));
      try {
        await db.transaction(async (tx) => {
          await assertSomeAdministratorCanSignIn(tx, changes);
          await settings.save(tx, changes, { userId: by.id, at: clock.now() });
          for (const [name] of entries)
            await audit.record(tx, {
              action: "setting.changed",
              userId: by.id,
              ip: by.ip,
              details: { subject: name, value: values[name] },
            });
        });
      } finally {
        // Also after a conflict, so that the caller reads the values of the other administrator.
        await settings.load();
      }
      return view();
    },

    /** Sends a test mail and returns the answer of the mail server. */
    async testMail(actor: UserActor, address: string | undefined): Promise<ServerResult<typeof testSettings>> {
      const own = await repo.recipient(db, actor.id);
      const to = address ?? own?.email ?? "";
      if (!ports.mail.configured) return { outcome: "not-configured", to, answer: null };
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), TEST_LIMIT_MS);
      });
      try {
        const sent = await Promise.race([outbox.sendTest(to, own?.language ?? "en"), late]);
        if (sent === "late") return { outcome: "late", to, answer: null };
        return sent.ok ? { outcome: "accepted", to, answer: null } : { outcome: "refused", to, answer: sent.reason };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;
