import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { parseS3Url, type S3Settings } from "@stillreel/server/platform/ports/storage/index.ts";
import { hasCeph, startCeph } from "./ceph.ts";

export { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

/** A new bucket on a real S3 server. */
export interface S3Bucket {
  settings: S3Settings;
  url: string;
  stop(): Promise<void>;
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

/** Starts the server (or uses S3_TEST_URL's) and creates a separate bucket. */
export async function startS3(): Promise<S3Bucket> {
  const bucket = `stillreel-${randomBytes(6).toString("hex")}`;
  const given = process.env["S3_TEST_URL"];
  const server = given ? null : await startCeph();
  const url = server ? server.url(bucket) : (given ?? "").replace(/\/[^/?]+(\?|$)/u, `/${bucket}$1`);
  const settings = parseS3Url(url);
  const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    await server?.stop();
    throw error;
  } finally {
    client.destroy();
  }
  return { settings, url, stop: async () => server?.stop() };
}
