import type { Destination } from "../ports.ts";
import { base64 } from "./sending.plan.ts";

/** What a recording's upload is called, by the recording's own id: whoever finds the recording on the disk finds its upload, too. */
export function uploadIdOf(recordingId: string): string {
  const bytes = Uint8Array.from(recordingId.replaceAll("-", "").match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A name that no upload has had yet. */
export const newUploadId = (): string => uploadIdOf(crypto.randomUUID());

/** Where an upload of that name lies. */
export const uploadAddress = ({ url }: Destination, uploadId: string): string => new URL(`/uploads/${uploadId}`, url).href;

/** What the upload at an address is called. */
export const uploadNameAt = (address: string): string => new URL(address).pathname.split("/").at(-1) ?? "";
