import { listIntegrations } from "@stillreel/contract";
import { api } from "../../shared/data/api.ts";
import type { SaveService } from "../core/after-capture.ts";

/** Key in the session storage. It is one of the keys that are removed with the session. */
const SERVICES = "saveServices";

/** Requests the services that store files and caches them for the next opening. */
export async function refreshSaveServices(): Promise<void> {
  const all = await api.call(listIntegrations, {});
  const services = all.flatMap(({ provider, configured, status }): SaveService[] =>
    configured && (provider === "drive" || provider === "dropbox") ? [{ provider, isConnected: status === "connected" }] : [],
  );
  await chrome.storage.session.set({ [SERVICES]: services });
}

/** Returns the cached services that store files; none while signed out. */
export async function storedSaveServices(): Promise<SaveService[]> {
  return ((await chrome.storage.session.get(SERVICES))[SERVICES] as SaveService[] | undefined) ?? [];
}
