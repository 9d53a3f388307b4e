import type { SettingName, SettingValues, SettingSource } from "@stillreel/contract";
import type { z } from "zod";
import type { Executor } from "../db/client.ts";
import type { Listener } from "../db/listen.ts";

/** The values that apply now. */
export interface EffectiveSettings
  extends
    Record<ServiceApp, SettingValues["slackApp"] | null>,
    Omit<
      SettingValues,
      "serverName" | "logo" | "publicUrl" | "smtpUrl" | "oldItemDays" | "maxLinkDays" | "securityContact" | "speech" | "chat" | ServiceApp
    > {
  /** Null without a name. */
  serverName: string | null;
  /** Null without a logo. */
  logo: SettingValues["logo"] | null;
  /** Null when the address follows from the port. */
  publicUrl: string | null;
  /** Undefined without a mail server. */
  smtpUrl: string | undefined;
  /** Null when old items stay where they are. */
  oldItemDays: number | null;
  /** Null without a limit. */
  maxLinkDays: number | null;
  /** Null without a contact. */
  securityContact: string | null;
  /** Null without a speech service. The same applies to the chat service. */
  speech: SettingValues["speech"] | null;
  chat: SettingValues["chat"] | null;
}

/** Settings with credentials of services that users can connect. */
export type ServiceApp = "driveApp" | "dropboxApp" | "slackApp" | "jiraApp" | "trelloApp";

/** Source of a value, and the version that a change of it must name. */
export interface SettingState {
  source: z.output<typeof SettingSource>;
  version: number;
}

/** A change of one setting. The value null restores the default. */
export interface SettingChange<N extends SettingName = SettingName> {
  value: SettingValues[N] | null;
  version: number;
}

/** Changes by the name of the setting. */
export type SettingChanges = { [N in SettingName]?: SettingChange<N> | undefined };

/** Settings of the installation: variables of the environment, then values that an administrator saved, then defaults. */
export interface Settings {
  /** Returns the values that apply now. Costs no query. */
  current(): EffectiveSettings;
  /** Returns the values that will apply after some changes. */
  after(changes: SettingChanges): EffectiveSettings;
  stateOf(name: SettingName): SettingState;
  /** Reads the saved values. Called at the start and after each change. */
  load(): Promise<void>;
  /**
   * Writes changes in the caller's transaction, and notifies all processes when it is committed. The caller reads them with `load`
   * afterwards.
   * @throws AppError `setting-changed` when another change came first
   */
  save(tx: Executor, changes: SettingChanges, by: { userId: string | null; at: Date }): Promise<void>;
  /** Reads the saved values after each change in any process, until the listener is stopped. */
  follow(): Listener;
}
