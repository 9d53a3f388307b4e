import { getSettings, testSettings, updateSettings, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

export type SettingsView = ClientResult<typeof getSettings>;
export type SettingsChange = ClientArgs<typeof updateSettings>["body"];
export type MailTest = ClientResult<typeof testSettings>;

/** Settings of the installation. */
export const settingsQuery = queryOptions({
  queryKey: ["administration", "settings"] as const,
  queryFn: ({ signal }) => client.call(getSettings, {}, { signal }),
});

/** Codes that a section shows beside its button. */
const SHOWN = ["validation-failed", "setting-changed", "setting-from-environment", "sign-in-lock-out"];

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

/** Sends a test mail to the administrator. */
export const sendTestMail = (): Promise<MailTest> => client.call(testSettings, { body: { what: "mail" } });
