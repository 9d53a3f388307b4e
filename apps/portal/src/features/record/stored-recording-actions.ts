import { RecoveryError, type LocalRecording, type Recovered } from "@stillreel/recorder";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { refreshSoon } from "../../entities/items/item-changes.ts";
import { storedRecordings, pageDestination } from "./page-recorder.ts";

/** Uploads a stored recording; returns its item, or null after an error (which was displayed). */
export async function recoverStoredRecording(recording: LocalRecording, onProgress: (part: number) => void): Promise<Recovered | null> {
  const destination = pageDestination();
  if (!destination) return null;
  try {
    const recovered = await storedRecordings.recover(recording.id, {
      destination,
      onProgress: (sent, bytes) => onProgress(bytes > 0 ? sent / bytes : 0),
    });
    toasts.show(i18next.t("recorder:portal.recovery.done"), { tone: "done" });
    refreshSoon();
    return recovered;
  } catch (error) {
    const isBusy = error instanceof RecoveryError && error.reason === "busy";
    toasts.error(i18next.t(isBusy ? "recorder:portal.recovery.busy" : "recorder:portal.recovery.failed"));
    return null;
  }
}

/** Saves a stored recording as a file. */
export async function saveStoredRecording(id: string): Promise<void> {
  try {
    const file = await storedRecordings.file(id);
    const url = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch {
    toasts.error(i18next.t("recorder:portal.recovery.failed"));
  }
}
