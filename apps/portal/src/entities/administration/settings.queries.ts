import {
  getSettings,
  getSetup,
  listRateLimits,
  testSettings,
  updateSettings,
  uploadServerLogo,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

export type SettingsView = ClientResult<typeof getSettings>;
export type SettingsChange = ClientArgs<typeof updateSettings>["body"];
export type TestSubject = ClientArgs<typeof testSettings>["body"]["what"];
export type SettingTestAnswer = ClientResult<typeof testSettings>;

/** Settings of the installation. */
export const settingsQuery = queryOptions({
  queryKey: ["administration", "settings"] as const,
  queryFn: ({ signal }) => client.call(getSettings, {}, { signal }),
});

/** Codes that a section shows beside its button. */
const SHOWN = ["validation-failed", "setting-changed", "setting-from-environment", "sign-in-lock-out", "public-address-unreachable"];

/** Saves settings. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => client.call(updateSettings, { body }),
    meta: { handles: SHOWN },
    onSuccess: (settings) => queries.setQueryData(settingsQuery.queryKey, settings),
  });
}

/** Returns the change that restores the previous value after a change was saved. */
export function reversal(before: SettingsView, after: SettingsView, changed: SettingsChange): SettingsChange {
  const names = Object.keys(changed) as (keyof SettingsChange)[];
  return Object.fromEntries(
    names.map((name) => [name, { value: before[name].source === "saved" ? before[name].value : null, version: after[name].version }]),
  );
}

/** Sends a test mail to the administrator, or tests the credentials of a service. */
export const testSetting = (what: TestSubject): Promise<SettingTestAnswer> => client.call(testSettings, { body: { what } });

/** Uploads the logo of the installation. */
export async function uploadLogo(file: File): Promise<SettingsView> {
  const body = new FormData();
  body.append("file", file);
  return client.call(uploadServerLogo, { body });
}

export type RateLimitView = ClientResult<typeof listRateLimits>["items"][number];

/** The rate limits with the number of callers that have used them up. */
export const rateLimitsQuery = queryOptions({
  queryKey: ["administration", "rate-limits"] as const,
  queryFn: ({ signal }) => client.call(listRateLimits, {}, { signal }),
  staleTime: 0,
});

export type SetupView = ClientResult<typeof getSetup>;

/** The first steps after the installation. */
export const setupQuery = queryOptions({
  queryKey: ["administration", "setup"] as const,
  queryFn: ({ signal }) => client.call(getSetup, {}, { signal }),
  staleTime: 0,
});

/** Hides the card with the first steps on all libraries, or shows it again. */
export async function dismissSetup(isDismissed: boolean): Promise<void> {
  const { setupDismissed } = await client.call(getSettings, {});
  await client.call(updateSettings, { body: { setupDismissed: { value: isDismissed, version: setupDismissed.version } } });
}
