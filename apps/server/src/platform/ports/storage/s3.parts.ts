import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type PartedObject, StorageError, type StorageParts, type StoredPart } from "../storage.port.ts";
import { keyOf, type S3Context, toStorageError } from "./s3.client.ts";

const LOST = "The store confirmed a write and does not have its bytes. Nothing was accepted.";

/** Returns the error for a write that the store confirmed and did not keep. */
export const lostWrite = (): StorageError => new StorageError("lost", LOST);

/** Whether two answers of a store name the same bytes. Some stores write quotes in one kind of answer and not in another. */
export const isSameEtag = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one.replaceAll('"', "") === other.replaceAll('"', "");

const named = (context: S3Context, { key, id }: PartedObject) => ({ Bucket: context.Bucket, Key: keyOf(context, key), UploadId: id });

const failing = (error: unknown): never => {
  throw toStorageError(error);
};

/** Stores a part, and reads its size and ETag back before it counts. */
async function put(context: S3Context, object: PartedObject, number: number, bytes: Uint8Array): Promise<string> {
  const { client } = context;
  const { ETag } = await client
    .send(new UploadPartCommand({ ...named(context, object), PartNumber: number, Body: bytes, ContentLength: bytes.byteLength }))
    .catch(failing);
  const listed = await client
    .send(new ListPartsCommand({ ...named(context, object), PartNumberMarker: String(number - 1), MaxParts: 1 }))
    .catch(failing);
  const part = listed.Parts?.find(({ PartNumber }) => PartNumber === number);
  if (ETag === undefined || !isSameEtag(part?.ETag, ETag) || part?.Size !== bytes.byteLength) throw lostWrite();
  return ETag;
}

/** Returns the parts of a write that follow a number, in their order. */
async function list(context: S3Context, object: PartedObject, after: number, count: number): ReturnType<StorageParts["list"]> {
  const { Parts = [] } = await context.client
    .send(new ListPartsCommand({ ...named(context, object), PartNumberMarker: String(after), MaxParts: count }))
    .catch(failing);
  return Parts.map(({ PartNumber = 0, ETag = "", Size = 0 }) => ({ number: PartNumber, etag: ETag, sizeBytes: Size }));
}

/** The size is a signed header, so the store refuses a body of another size. */
function signedPutUrl(
  context: S3Context,
  object: PartedObject,
  part: { number: number; sizeBytes: number },
  expiresIn: number,
): Promise<string> {
  const command = new UploadPartCommand({ ...named(context, object), PartNumber: part.number, ContentLength: part.sizeBytes });
  return getSignedUrl(context.signer, command, { expiresIn, signableHeaders: new Set(["host", "content-length"]) });
}

async function copy(context: S3Context, object: PartedObject, number: number, from: string): Promise<string> {
  const CopySource = encodeURI(`${context.Bucket}/${keyOf(context, from)}`);
  const { CopyPartResult } = await context.client
    .send(new UploadPartCopyCommand({ ...named(context, object), PartNumber: number, CopySource }))
    .catch(failing);
  if (CopyPartResult?.ETag === undefined) throw lostWrite();
  return CopyPartResult.ETag;
}

async function complete(context: S3Context, object: PartedObject, parts: readonly StoredPart[]): Promise<void> {
  const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
  await context.client.send(new CompleteMultipartUploadCommand({ ...named(context, object), MultipartUpload: { Parts } })).catch(failing);
}

/** Objects of an S3 store that are written in parts, by any process. */
export function createS3Parts(context: S3Context): StorageParts {
  return {
    async begin(key) {
      const { UploadId } = await context.client
        .send(
          new CreateMultipartUploadCommand({
            Bucket: context.Bucket,
            Key: keyOf(context, key),
            ContentType: "application/octet-stream",
            CacheControl: "private, max-age=0",
          }),
        )
        .catch(failing);
      if (UploadId === undefined) throw lostWrite();
      return UploadId;
    },
    put: put.bind(null, context),
    list: list.bind(null, context),
    signedPutUrl: signedPutUrl.bind(null, context),
    copy: copy.bind(null, context),
    complete: complete.bind(null, context),
    async abort(object) {
      await context.client.send(new AbortMultipartUploadCommand(named(context, object))).catch((error: unknown) => {
        const failure = toStorageError(error);
        if (!(failure instanceof StorageError && failure.code === "not-found")) throw failure;
      });
    },
  };
}
