import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";
import { parseS3Url } from "@stillreel/server/platform/ports/storage/index.ts";

/** A new bucket to which browsers send. */
export interface BrowserBucket {
  /** Permits pages of one origin to send to it. */
  permit(origin: string): Promise<void>;
  close(): void;
}

/** Creates the bucket of a STORAGE_URL. */
export async function createBrowserBucket(url: string): Promise<BrowserBucket> {
  const settings = parseS3Url(url);
  const { bucket: Bucket } = settings;
  const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    permit: async (origin) => {
      const rule = { AllowedOrigins: [origin], AllowedMethods: ["PUT"], AllowedHeaders: ["*"] };
      await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
    },
    close: () => client.destroy(),
  };
}
