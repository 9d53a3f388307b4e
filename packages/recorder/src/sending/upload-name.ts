import type { Destination } from "../ports.ts";
import { base64 } from "./sending.plan.ts";

/** Derives the id of a recording's upload from the recording's id, so that a stored recording can always find its upload. */
export function uploadIdOf(recordingId: string): string {
  const bytes = Uint8Array.from(recordingId.replaceAll("-", "").match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Creates a new upload id. */
export const newUploadId = (): string => uploadIdOf(crypto.randomUUID());

/** Returns the address of an upload. */
export const uploadAddress = ({ url }: Destination, uploadId: string): string => new URL(`/uploads/${uploadId}`, url).href;

/** Returns the id of the upload at an address. */
export const uploadNameAt = (address: string): string => new URL(address).pathname.split("/").at(-1) ?? "";
