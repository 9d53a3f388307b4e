import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { unlink } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Clock, systemClock } from "../clock.port.ts";
import { StorageError, type ByteRange, type PutResult, type Storage } from "../storage.port.ts";
import type { S3Settings } from "./s3-settings.ts";
import { clientConfig, keyOf, LIMITS, NO_BUCKET, type S3Context, type S3Limits, toStorageError } from "./s3.client.ts";
import { createS3Parts, isSameEtag, lostWrite } from "./s3.parts.ts";

const PART_BYTES = 8 * 1024 * 1024;
/** S3 copies at most 5 GiB in one call; larger objects need a multipart copy. */
const COPY_MAX_BYTES = 5 * 1024 ** 3;
const COPY_PART_BYTES = 1024 ** 3;

async function put(
  context: S3Context,
  key: string,
  source: AsyncIterable<Uint8Array>,
  options: { contentType?: string } = {},
): Promise<PutResult> {
  const { client, Bucket } = context;
  const Key = keyOf(context, key);
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const body = new PassThrough({ highWaterMark: 1024 * 1024 });
  const upload = new Upload({
    client,
    partSize: PART_BYTES,
    queueSize: 3,
    leavePartsOnError: false,
    params: {
      Bucket,
      Key,
      Body: body,
      ContentType: options.contentType ?? "application/octet-stream",
      CacheControl: "private, max-age=0",
    },
  });
  let broken: unknown;
  const feeding = pipeline(async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  }, body).catch((error: unknown) => {
    broken = error;
  });
  let etag: string | undefined;
  try {
    etag = (await upload.done()).ETag;
    await feeding;
  } catch (error) {
    body.destroy();
    await feeding;
    // The source's error is the cause when it occurred first; otherwise the store's.
    const early = broken as NodeJS.ErrnoException | undefined;
    throw toStorageError(early && early.code !== "ERR_STREAM_PREMATURE_CLOSE" ? early : error);
  }
  if (broken) {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
    throw toStorageError(broken);
  }
  await assertStored(context, Key, { sizeBytes, etag });
  return { sizeBytes, sha256: hash.digest("hex") };
}

/**
 * Reads size and ETag of a written object back, because some stores and proxies confirm a write that they did not do. Ceph names another
 * ETag when it completes parts, so that of a large object is not compared.
 */
async function assertStored(
  { client, Bucket }: S3Context,
  Key: string,
  { sizeBytes, etag }: { sizeBytes: number; etag: string | undefined },
): Promise<void> {
  const head = await client.send(new HeadObjectCommand({ Bucket, Key })).catch((error: unknown) => {
    const failure = toStorageError(error);
    throw failure instanceof StorageError && failure.code === "not-found" ? lostWrite() : failure;
  });
  if (head.ContentLength !== sizeBytes || (etag !== undefined && sizeBytes < PART_BYTES && !isSameEtag(head.ETag, etag))) throw lostWrite();
}

async function copyParts({ Bucket, client }: S3Context, from: string, to: string, sizeBytes: number): Promise<void> {
  const CopySource = encodeURI(`${Bucket}/${from}`);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: to }));
  try {
    const Parts = [];
    for (let at = 0, PartNumber = 1; at < sizeBytes; at += COPY_PART_BYTES, PartNumber += 1) {
      const CopySourceRange = `bytes=${at}-${Math.min(at + COPY_PART_BYTES, sizeBytes) - 1}`;
      const part = await client.send(new UploadPartCopyCommand({ Bucket, Key: to, UploadId, PartNumber, CopySource, CopySourceRange }));
      Parts.push({ PartNumber, ETag: part.CopyPartResult?.ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: to, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: to, UploadId })).catch(() => undefined);
    throw error;
  }
}

const stat = async (context: S3Context, key: string): ReturnType<Storage["stat"]> => {
  const { client, Bucket } = context;
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(context, key) }));
    return { sizeBytes: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
  } catch (error) {
    throw toStorageError(error);
  }
};

const adopt = async (context: S3Context, key: string, path: string, options: { contentType?: string } = {}): Promise<PutResult> => {
  const result = await put(context, key, createReadStream(path, { highWaterMark: 1024 * 1024 }), options);
  await unlink(path);
  return result;
};

const get = async (context: S3Context, key: string, range?: ByteRange): ReturnType<Storage["get"]> => {
  const { client, Bucket } = context;
  // Refused locally, because stores respond differently to a reversed range.
  if (range && (range.start < 0 || (range.end !== undefined && range.end < range.start)))
    throw new StorageError("bad-range", "The range is reversed.");
  try {
    const Range = range && `bytes=${range.start}-${range.end ?? ""}`;
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(context, key), Range }));
    const parts = /bytes (\d+)-(\d+)\/(\d+)/u.exec(answer.ContentRange ?? "");
    const sizeBytes = parts ? Number(parts[3]) : (answer.ContentLength ?? 0);
    const start = parts ? Number(parts[1]) : 0;
    const end = parts ? Number(parts[2]) : sizeBytes - 1;
    return { stream: answer.Body as Readable, sizeBytes, start, end, modifiedAt: answer.LastModified ?? new Date(0) };
  } catch (error) {
    throw toStorageError(error);
  }
};

const signedGetUrl = (context: S3Context, key: string, options: Parameters<Storage["signedGetUrl"]>[1]): Promise<string> =>
  getSignedUrl(
    context.signer,
    new GetObjectCommand({
      Bucket: context.Bucket,
      Key: keyOf(context, key),
      ResponseContentType: options.contentType,
      ResponseContentDisposition: options.disposition,
      ResponseCacheControl: "private, max-age=300",
    }),
    { expiresIn: options.expiresInS, signingDate: context.clock.now() },
  );

const remove = async (context: S3Context, key: string): Promise<void> => {
  const { client, Bucket } = context;
  try {
    await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(context, key) }));
  } catch (error) {
    const failure = toStorageError(error);
    if (!(failure instanceof StorageError && failure.code === "not-found")) throw failure;
  }
};

const copy = async (context: S3Context, from: string, to: string): Promise<void> => {
  const { client, Bucket } = context;
  const { sizeBytes } = await stat(context, from);
  try {
    if (sizeBytes > COPY_MAX_BYTES) await copyParts(context, keyOf(context, from), keyOf(context, to), sizeBytes);
    else
      await client.send(
        new CopyObjectCommand({ Bucket, Key: keyOf(context, to), CopySource: encodeURI(`${Bucket}/${keyOf(context, from)}`) }),
      );
  } catch (error) {
    throw toStorageError(error);
  }
};

/** Returns what is wrong with the store, and the remedy. The response to `HEAD` has no body, only a status. */
function problemOf(error: unknown): string {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  if (status === 404) return NO_BUCKET;
  if (status === 401 || status === 403)
    return "The store refuses key or secret of STORAGE_URL, or the key has no right to the bucket. Correct them.";
  if (status === 301 || status === 400) return "The store refuses the region of STORAGE_URL. Add region= with the region of the bucket.";
  if (status !== undefined) return `The store of STORAGE_URL fails (status ${status}). Its own log has the reason.`;
  return "The store of STORAGE_URL does not answer. Start it, or correct its address.";
}

const check = async ({ client, Bucket }: S3Context): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    throw new StorageError("unavailable", problemOf(error), { cause: error });
  }
};

const sweepUnfinished = async (
  { client, Bucket, settings }: S3Context,
  olderThanMs: number,
  isUsed?: (key: string) => Promise<boolean>,
): Promise<number> => {
  const before = Date.now() - olderThanMs;
  let removed = 0;
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (marker) {
    const page: {
      Uploads?: { Key?: string; UploadId?: string; Initiated?: Date }[];
      IsTruncated?: boolean;
      NextKeyMarker?: string;
      NextUploadIdMarker?: string;
    } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: settings.prefix, ...marker }));
    for (const upload of page.Uploads ?? []) {
      if ((upload.Initiated?.getTime() ?? 0) > before) continue;
      if (await isUsed?.((upload.Key ?? "").slice(settings.prefix.length))) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: upload.Key, UploadId: upload.UploadId })).catch(() => undefined);
      removed += 1;
    }
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
  return removed;
};

/** Objects in an S3-compatible store. `clock`: time of signed addresses. Uses neither conditional writes nor bulk deletes, which not all stores support. */
export function createS3Storage(settings: S3Settings, limits: S3Limits = LIMITS, clock: Clock = systemClock): Storage {
  const client = new S3Client(clientConfig(settings, limits));
  const signer = settings.publicEndpoint ? new S3Client({ ...clientConfig(settings, limits), endpoint: settings.publicEndpoint }) : client;
  const Bucket = settings.bucket;
  const context: S3Context = { settings, client, Bucket, signer, clock };
  return {
    put: put.bind(null, context),
    stat: stat.bind(null, context),
    adopt: adopt.bind(null, context),
    get: get.bind(null, context),
    signedGetUrl: signedGetUrl.bind(null, context),

    localPath: () => null,
    delete: remove.bind(null, context),
    copy: copy.bind(null, context),

    list: async function* (prefix = "", after) {
      const StartAfter = after && settings.prefix + after;
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix: settings.prefix + prefix, StartAfter, ContinuationToken }))
          .catch((error: unknown) => {
            throw toStorageError(error);
          });
        for (const object of page.Contents ?? []) {
          yield {
            key: (object.Key ?? "").slice(settings.prefix.length),
            sizeBytes: object.Size ?? 0,
            modifiedAt: object.LastModified ?? new Date(0),
          };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
    check: check.bind(null, context),
    parts: createS3Parts(context),
    sweepUnfinished: sweepUnfinished.bind(null, context),
  };
}
