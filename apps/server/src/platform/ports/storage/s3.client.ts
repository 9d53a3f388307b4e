import { type S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { Clock } from "../clock.port.ts";
import { StorageError } from "../storage.port.ts";
import { assertKey } from "./keys.ts";
import type { S3Settings } from "./s3-settings.ts";

/** Timeouts and attempts. The SDK has no default timeout: a hanging server would block a request for minutes. */
export interface S3Limits {
  attempts: number;
  connectMs: number;
  requestMs: number;
}
export const LIMITS: S3Limits = { attempts: 3, connectMs: 3_000, requestMs: 8_000 };

/** Message when the bucket does not exist. */
export const NO_BUCKET = "The bucket of STORAGE_URL does not exist. Create it, or correct the name.";

/** Converts an error of the client into one that callers can decide by. Other errors stay as they are. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  const facts = error as { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };
  const status = facts.$metadata?.httpStatusCode;
  if (facts.name === "NoSuchBucket") return new StorageError("unavailable", NO_BUCKET, { cause: error });
  if (status === 404) return new StorageError("not-found", "There is no such object.", { cause: error });
  if (status === 416) return new StorageError("bad-range", "The range is outside of the object.", { cause: error });
  if (status === 507 || facts.name === "QuotaExceeded") return new StorageError("no-space", "The object store is full.", { cause: error });
  if (
    status !== undefined ||
    /Timeout|ECONN|EPIPE|EAI_AGAIN|ENOTFOUND|socket|aborted|Network/iu.test(
      `${facts.name} ${facts.message} ${(error as NodeJS.ErrnoException).code}`,
    )
  ) {
    return new StorageError("unavailable", "The object store cannot be used right now.", { cause: error });
  }
  return error;
}

/** Returns the configuration of a client of the store. */
export function clientConfig(settings: S3Settings, limits: S3Limits): S3ClientConfig {
  return {
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // The SDK's default adds `aws-chunked` checksums that several compatible stores refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: limits.attempts,
    retryMode: "standard",
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.requestMs,
      socketTimeout: limits.requestMs,
      throwOnRequestTimeout: true,
    },
  };
}

/** The clients and the bucket of a store. */
export interface S3Context {
  settings: S3Settings;
  client: S3Client;
  Bucket: S3Settings["bucket"];
  signer: S3Client;
  clock: Clock;
}

/** Returns the key in the bucket. */
export const keyOf = ({ settings }: S3Context, key: string): string => settings.prefix + assertKey(key);
