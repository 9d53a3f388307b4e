import type { RecordingFailure } from "@stillreel/recorder";

/** Returns the text key of a failure below `failure.` in the recorder's texts. */
export function failureKey(failure: RecordingFailure) {
  switch (failure.code) {
    case "not-allowed":
      return `notAllowed.${failure.what}` as const;
    case "no-device":
      return `noDevice.${failure.what}` as const;
    case "device-busy":
      return `busy.${failure.what}` as const;
    case "storage-full":
      return "storageFull" as const;
    case "not-supported":
      return "notSupported" as const;
    case "empty":
      return "empty" as const;
    case "cancelled":
    case "failed":
      return "failed" as const;
  }
}
