import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { parseS3Url, type S3Settings } from "@stillreel/server/platform/ports/storage/index.ts";

/** Creates the bucket that a STORAGE_URL names. */
export async function createBucket(url: string): Promise<S3Settings> {
  const settings = parseS3Url(url);
  const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
  try {
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  } finally {
    client.destroy();
  }
  return settings;
}
