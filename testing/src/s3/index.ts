import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { S3Settings } from "@stillreel/server/platform/ports/storage/index.ts";
import { inject } from "vitest";
import { createBucket } from "./bucket.ts";
import { hasCeph } from "./ceph.ts";

export { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address that starts the run's S3 server on the first request, and returns its STORAGE_URL. From the global setup. */
    s3: string;
  }
}

/** A new bucket on a real S3 server. */
export interface S3Bucket {
  settings: S3Settings;
  url: string;
}

/** Installs the S3 server for tests if possible. Returns the reason why not, or null. */
export async function installS3(): Promise<string | null> {
  if (process.env["S3_TEST_URL"]) return null;
  try {
    await promisify(execFile)("sh", [join(import.meta.dirname, "install.sh")], { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 });
    return null;
  } catch (error) {
    return (error as { stderr?: string }).stderr?.trim().split("\n").at(-1) ?? String(error);
  }
}

/** Returns whether a real S3 server is available: S3_TEST_URL (s3://…/any-bucket), or Ceph's programs. */
export const s3Available = (): boolean => Boolean(process.env["S3_TEST_URL"]) || hasCeph();

/** Creates a new bucket on the S3 server of the run. */
export async function startS3(): Promise<S3Bucket> {
  const bucket = `stillreel-${randomBytes(6).toString("hex")}`;
  const answer = await fetch(inject("s3"));
  const found = await answer.text();
  if (!answer.ok) throw new Error(found);
  const url = found.replace(/\/[^/?]+(\?|$)/u, `/${bucket}$1`);
  return { settings: await createBucket(url), url };
}
