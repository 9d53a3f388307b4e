import { t } from "../../shared/data/i18n.ts";
import type { RecordFailure } from "../core/record-request.ts";

const KEYS = {
  "no-device": { microphone: "noMicrophone", camera: "noCamera" },
  "device-busy": { microphone: "microphoneBusy", camera: "cameraBusy", screen: "screenBusy", tab: "tabBusy" },
  "not-allowed": { microphone: "microphoneRefused", camera: "cameraRefused", screen: "screenRefused", tab: "tabRefused" },
} as const;

const PLAIN = {
  "storage-full": "storageFull",
  "not-supported": "notSupported",
  empty: "empty",
  failed: "failed",
  "not-recordable": "notRecordable",
  "tab-in-use": "tabBusy",
  busy: "busy",
  "no-area": "noArea",
} as const;

function keyOf(failure: Exclude<RecordFailure, { code: "cancelled" }>): string {
  if (failure.code === "no-device") return KEYS["no-device"][failure.what];
  if (failure.code === "device-busy") return KEYS["device-busy"][failure.what];
  if (failure.code === "not-allowed") return KEYS["not-allowed"][failure.what];
  return PLAIN[failure.code];
}

/** Returns the text of a failure; null when the user caused it intentionally. */
export function failureText(failure: RecordFailure): string | null {
  return failure.code === "cancelled" ? null : t(`recorder:popup.failure.${keyOf(failure)}`);
}
